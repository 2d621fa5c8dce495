import type { ReactElement } from 'react'
import { countTasks } from '#contract/tasks/tasks.ts'
import { useRead } from '#web/api/use-read.ts'
import { SNOOZE_MS } from './snooze.ts'

/** There is room for two digits next to the name. */
const MOST = 99

/** The number of open tasks, next to the name of their screen; nothing at 0. */
export function OpenTasksCount(): ReactElement | null {
  const { data } = useRead(countTasks, undefined, { refetchInterval: SNOOZE_MS })
  if (!data || data.open === 0) return null
  return (
    <span className="tabular inline-block rounded-full bg-sunken px-1.5 text-xs font-medium whitespace-nowrap text-ink">
      {data.open > MOST ? `${MOST}+` : data.open}
      <span className="sr-only"> open</span>
    </span>
  )
}
