import { AlarmClock, AlarmClockOff, RotateCcw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Task } from '#contract/tasks.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/Button.tsx'
import { isSnoozed } from './task-labels.ts'
import { useTaskMove, useTaskRefusal } from './use-task.ts'

const HOUR_MS = 3_600_000
const snoozes = [
  { label: 'Snooze 2 hours', hours: 2 },
  { label: 'Snooze a day', hours: 24 },
  { label: 'Snooze a week', hours: 168 },
]
const lookAgain = (): number => 60_000

/** Snooze and reopen. */
export function TaskMoves({ task }: { task: Task }): ReactElement | null {
  const now = useNow(lookAgain)
  const refusal = useTaskRefusal(task)
  const params = { id: task.id }
  const move = useTaskMove(({ state, snoozedUntil }) =>
    snoozedUntil
      ? `Snoozed until ${formatDateTime(snoozedUntil)}`
      : state === 'open'
        ? 'Open again'
        : 'Saved',
  )
  if (task.state === 'ended') return null
  const common = { disabledReason: refusal, pending: move.isPending }
  if (task.state === 'done') {
    const reopen = (): void => move.mutate({ params, body: { action: 'reopen' } })
    return (
      <Button icon={RotateCcw} {...common} onClick={reopen}>
        Reopen
      </Button>
    )
  }
  const snooze = (until: string | null): void => move.mutate({ params, body: { action: 'snooze', until } })
  if (isSnoozed(task, now)) {
    return (
      <Button icon={AlarmClockOff} {...common} onClick={() => snooze(null)}>
        End snooze
      </Button>
    )
  }
  return (
    <>
      {snoozes.map(({ label, hours }) => (
        <Button
          key={label}
          variant="ghost"
          icon={AlarmClock}
          {...common}
          onClick={() => snooze(new Date(Date.now() + hours * HOUR_MS).toISOString())}
        >
          {label}
        </Button>
      ))}
    </>
  )
}
