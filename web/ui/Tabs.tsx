import { Tabs as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useTabChoice } from './use-tab-choice.ts'

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
    list: 'mb-4 flex gap-1 overflow-x-auto border-b border-line',
    tab: '-mb-px rounded-t-md border-b-2 border-transparent px-3 data-[state=active]:border-primary',
  },
  pills: {
    list: 'mb-4 flex gap-1 overflow-x-auto',
    tab: 'rounded-lg px-3 hover:bg-hover data-[state=active]:bg-sunken',
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
  const list = useRef<HTMLDivElement>(null)
  const choose = useTabChoice(value, onChange)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another tab is chosen
  useLayoutEffect(() => {
    if (list.current) showChosen(list.current)
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List ref={list} aria-label={label} className={looks[look].list}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              'flex h-9 items-center gap-1.5 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:text-ink max-md:h-11',
              looks[look].tab,
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="tabular rounded-full bg-sunken px-1.5 text-xs text-ink-soft">{tab.count}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
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

/**
 * On a phone the tabs scroll sideways: centres the chosen one unless all of it is visible. The page does not scroll.
 */
function showChosen(list: HTMLElement): void {
  const chosen = list.querySelector('[data-state=active]')?.getBoundingClientRect()
  if (!chosen) return
  const seen = list.getBoundingClientRect()
  if (chosen.left >= seen.left && chosen.right <= seen.right) return
  list.scrollLeft += (chosen.left + chosen.right - seen.left - seen.right) / 2
}
