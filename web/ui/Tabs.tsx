import { Tabs as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useTabChoice } from './use-tab-choice.ts'
import { useTabStrip } from './use-tab-strip.ts'

export interface Tab {
  value: string
  label: string
  /** Next to the label. */
  count?: number
  content: ReactNode
  /** Stays mounted while another tab is open, so that typed text is kept. */
  keep?: boolean
}

const looks = {
  line: {
    list: 'tab-strip flex gap-1 overflow-x-auto border-b border-line',
    tab: '-mb-px rounded-t-md border-b-2 border-transparent px-3 data-[state=active]:border-primary data-[state=active]:text-ink',
  },
  pills: {
    list: 'tab-strip flex gap-1 overflow-x-auto',
    tab: 'rounded-lg px-3 hover:bg-hover data-[state=active]:inset-ring data-[state=active]:inset-ring-primary/40 data-[state=active]:bg-selected data-[state=active]:text-link',
  },
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Keep it in the URL: `useUrlState({ tab: 'overview' })`. */
  value: string
  onChange: (value: string) => void
  /** `pills`: for parts of a tab. */
  look?: keyof typeof looks
}

/** Parts of one page, one at a time. */
export function Tabs({ label, tabs, value, onChange, look = 'line' }: TabsProps): ReactElement {
  const list = useTabStrip<HTMLDivElement>(value)
  const choose = useTabChoice(value, onChange)
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <div className="strip-frame mb-4">
        <Radix.List ref={list} aria-label={label} className={looks[look].list}>
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={cx(
                'flex h-9 items-center gap-1.5 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink max-md:h-11',
                looks[look].tab,
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="tabular rounded-full bg-sunken px-1.5 text-xs text-ink-soft">
                  {tab.count}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          {...(tab.keep ? { forceMount: true as const } : {})}
          className="rounded-lg outline-offset-4 data-[state=inactive]:hidden"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
