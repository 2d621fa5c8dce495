import { AlarmClock, Check, Hand, Phone } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { type Task, updateTask } from '#contract/tasks/tasks.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast, toastError, toastSuccess } from '#web/ui/toast.ts'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { toRing, whoOf } from './task-labels.ts'
import { useTaskRefusal } from './use-task.ts'

/** Call, Claim, Snooze and Done of an open task, without opening it; on a phone the first that applies of Call and Done. */
export function TaskRowActions({ task }: { task: Task }): ReactElement | null {
  const refusal = useTaskRefusal(task)
  const { data: user } = useSession()
  const navigate = useNavigate()
  const isPhone = useMediaQuery(PHONE)
  const params = { id: task.id }
  const move = useWrite(updateTask, {
    onError: (error) => toastError(messageOf(error, 'Failed to save. Please try again.')),
  })
  if (task.state !== 'open') return null
  const who = whoOf(task)
  const reopen = (): void => move.mutate({ params, body: { action: 'reopen' } })
  const done = (): void =>
    move.mutate(
      { params, body: { action: 'done', note: task.note ?? '' } },
      {
        onSuccess: () =>
          toast({
            ...{ title: 'Success', tone: 'success', message: `Task done: ${who}` },
            action: { label: 'Undo', run: reopen },
          }),
      },
    )
  const claim = (assigneeId: number): void =>
    move.mutate(
      { params, body: { action: 'assign', assigneeId } },
      { onSuccess: () => toastSuccess('Assigned to you') },
    )
  const snooze = (until: string): void =>
    move.mutate(
      { params, body: { action: 'snooze', until } },
      { onSuccess: () => toastSuccess(`Snoozed until ${formatDateTime(until)}`) },
    )
  const common = { disabledReason: refusal, disabled: move.isPending }
  const call = (): void => void navigate(pathTo.callBack(task.id))
  if (isPhone) {
    return toRing(task) ? (
      <Button size="sm" aria-label={`Call ${who}`} onClick={call}>
        Call
      </Button>
    ) : (
      <Button size="sm" aria-label={`Done: ${who}`} {...common} onClick={done}>
        Done
      </Button>
    )
  }
  return (
    <span className="flex items-center justify-end gap-0.5">
      {toRing(task) && <IconButton label={`Call ${who}`} icon={Phone} onClick={call} />}
      {user && task.assignee?.id !== user.id && (
        <IconButton label={`Claim: ${who}`} icon={Hand} {...common} onClick={() => claim(user.id)} />
      )}
      <SnoozeMenu
        onChoose={snooze}
        trigger={<IconButton label={`Snooze: ${who}`} icon={AlarmClock} {...common} />}
      />
      <IconButton label={`Done: ${who}`} icon={Check} {...common} onClick={done} />
    </span>
  )
}
