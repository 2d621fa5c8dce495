import type { ReactElement } from 'react'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'

const none = { part: '' }

/** The parts of a tab of the settings, each with an address (`&part=jobs`); the first one is the default. */
export function SettingsParts({ label, parts }: { label: string; parts: readonly Tab[] }): ReactElement {
  const [{ part }, set] = useUrlState(none)
  const first = parts[0]?.value ?? ''
  return (
    <Tabs
      label={label}
      look="pills"
      tabs={parts}
      value={parts.some(({ value }) => value === part) ? part : first}
      onChange={(next) => set({ part: next === first ? '' : next }, { push: true })}
    />
  )
}
