import type { ReactElement } from 'react'
import { getTaskDigest, setTaskDigest } from '#contract/tasks/tasks.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Whether the signed-in person gets the open tasks by mail every morning. */
export function DigestSwitch(): ReactElement | null {
  const refusal = useRefusal('tasks.work')
  const { data, isError } = useRead(getTaskDigest, undefined, { enabled: refusal === null })
  const save = useWrite(setTaskDigest, {
    onSuccess: ({ daily }) =>
      toastSuccess(
        daily ? 'You get open tasks by email at 8 am, Sydney time' : 'No more emails of open tasks',
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to save. Please try again.')),
  })
  if (refusal !== null || isError) return null
  return (
    <SwitchField
      label="Email me open tasks every morning"
      disabled={!data}
      checked={Boolean(data && (save.isPending ? !data.daily : data.daily))}
      onChange={(event) => save.mutate({ body: { daily: event.target.checked } })}
    />
  )
}
