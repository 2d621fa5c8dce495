import { AlarmClock, AlarmClockOff, Check, RotateCcw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Task } from '#contract/tasks/tasks.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/Button.tsx'
import { doneFormId } from './DoneForm.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { isSnoozed } from './task-labels.ts'
import { useTaskMove, useTaskRefusal } from './use-task.ts'

const lookAgain = (): number => 60_000

/** The ways to put a task away, or to take it up again. */
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
  return (
    <>
      {isSnoozed(task, now) ? (
        <Button icon={AlarmClockOff} {...common} onClick={() => snooze(null)}>
          End snooze
        </Button>
      ) : (
        <SnoozeMenu
          onChoose={snooze}
          trigger={
            <Button icon={AlarmClock} {...common}>
              Snooze
            </Button>
          }
        />
      )}
      <Button type="submit" form={doneFormId(task)} variant="primary" icon={Check} disabledReason={refusal}>
        Done
      </Button>
    </>
  )
}
