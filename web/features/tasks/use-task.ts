import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { type Task, updateTask } from '#contract/tasks/tasks.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Why the signed-in person may not work on this task; null when they may. */
export function useTaskRefusal({ kind }: Pick<Task, 'kind'>): string | null {
  const any = useRefusal('tasks.work')
  return useRefusal(taskTerms[kind].right) ?? any
}

/** Writes a change of a task and shows the result. */
export function useTaskMove(said: (task: Task) => string) {
  return useWrite(updateTask, {
    onSuccess: (task) => toastSuccess(said(task)),
    onError: (error) => toastError(messageOf(error, 'Failed to save. Please try again.')),
  })
}
