import type { ReactElement } from 'react'
import { countTasks } from '#contract/tasks.ts'
import { useRead } from '#web/api/use-read.ts'
import { SNOOZE_MS } from './snooze.ts'

/** Beside a name there is room for two digits. */
const MOST = 99

/** How many tasks are open, beside the name of their screen; nothing at none. */
export function OpenTasksCount(): ReactElement | null {
  const { data } = useRead(countTasks, undefined, { refetchInterval: SNOOZE_MS })
  if (!data || data.open === 0) return null
  return (
    <span className="tabular rounded-full bg-sunken px-1.5 text-xs font-medium text-ink">
      {data.open > MOST ? `${MOST}+` : data.open}
      <span className="sr-only"> open</span>
    </span>
  )
}
