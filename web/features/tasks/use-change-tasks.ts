import { changeTasks } from '#contract/tasks/tasks.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Changes several tasks, and says which of them were left and why. */
export function useChangeTasks(onDone: () => void) {
  return useWrite(changeTasks, {
    onSuccess: ({ changed, left }, { body }) => {
      const isSnooze = !(body instanceof FormData) && body.change.action === 'snooze'
      const done = isSnooze ? 'snoozed' : 'reassigned'
      const [first] = left
      const text = `${countOf(changed, 'task')} ${done}.`
      if (first) toastError(`${text} ${countOf(left.length, 'task')} not: ${first.reason}`)
      else toastSuccess(text)
      onDone()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to change the tasks. Please try again.')),
  })
}
