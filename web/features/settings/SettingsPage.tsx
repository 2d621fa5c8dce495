import type { ReactElement } from 'react'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { NumbersTab } from './NumbersTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ServicesTab } from './ServicesTab.tsx'
import { SystemTab } from './SystemTab.tsx'

const first = { tab: 'overview', part: '' }

const tabs = [
  { value: 'overview', label: 'Overview', content: <OverviewTab /> },
  { value: 'numbers', label: 'Phone Numbers', content: <NumbersTab /> },
  { value: 'services', label: 'Services', content: <ServicesTab /> },
  { value: 'system', label: 'System', content: <SystemTab /> },
]

/** This installation: status, connections and logs. */
export function SettingsPage(): ReactElement {
  const [{ tab }, set] = useUrlState(first)
  const known = tabs.some(({ value }) => value === tab) ? tab : first.tab
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Services, phone numbers, people and data of this installation."
      />
      <Tabs
        label="Settings"
        tabs={tabs}
        value={known}
        onChange={(next) => set({ tab: next, part: '' }, { push: true })}
      />
    </>
  )
}
