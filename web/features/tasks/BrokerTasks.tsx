import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { listTasks } from '#contract/tasks/tasks.ts'
import { useRead } from '#web/api/use-read.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { SNOOZE_MS } from './snooze.ts'
import { State } from './task-columns.tsx'

const SHOWN = 5

export const useBrokerTasks = (brokerId: number) =>
  useRead(listTasks, { query: { brokerId, limit: SHOWN } }, { refetchInterval: SNOOZE_MS })

/** The open tasks about one broker; hidden without any. */
export function BrokerTasks({ brokerId }: { brokerId: number }): ReactElement | null {
  const { data } = useBrokerTasks(brokerId)
  if (!data || data.length === 0) return null
  return (
    <PanelSection title="Tasks">
      <ul className="flex flex-col gap-2">
        {data.map((task) => (
          <li key={task.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link to={pathTo.task(task.id)} className="link font-medium">
              {taskTerms[task.kind].label}
            </Link>
            <State task={task} />
            <span className="w-full text-xs text-ink-soft">{task.details}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
