import type { ReactElement } from 'react'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { lazyPanel } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { DigestSwitch } from './DigestSwitch.tsx'
import { TaskList } from './TaskList.tsx'
import { TeamLoad } from './TeamLoad.tsx'

const TaskPanel = lazyPanel(async () => (await import('./TaskPanel.tsx')).TaskPanel)

const first = { tab: 'list' }
const tabs = [
  { value: 'list', label: 'Tasks', content: <TaskList /> },
  { value: 'team', label: 'Team', content: <TeamLoad /> },
]

/** Tasks that wait for a person, and how they are shared among the team. */
export function TasksPage(): ReactElement {
  const [{ tab }, set] = useUrlState(first)
  const { isOpen } = useOpenRecord('task')
  return (
    <>
      <PageHeader
        title="Tasks"
        subtitle="Work that needs a person. A task closes automatically once it is no longer needed."
        actions={<DigestSwitch />}
      />
      <Tabs
        label="Tasks"
        tabs={tabs}
        value={tabs.some(({ value }) => value === tab) ? tab : first.tab}
        onChange={(next) => set({ tab: next }, { push: true })}
      />
      {isOpen && <TaskPanel />}
    </>
  )
}
