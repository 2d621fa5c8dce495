import { Tabs as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

export interface Tab {
  value: string
  label: string
  /** Beside the label. */
  count?: number
  content: ReactNode
  /** Stays mounted while another tab is open, so that typed text is kept. */
  keep?: boolean
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Keep it in the URL: `useUrlState({ tab: 'overview' })`. */
  value: string
  onChange: (value: string) => void
}

/** Parts of one page, one at a time. */
export function Tabs({ label, tabs, value, onChange }: TabsProps): ReactElement {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-9 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink max-md:h-11"
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
