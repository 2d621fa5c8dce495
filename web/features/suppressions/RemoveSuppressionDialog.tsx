import { type ReactElement, useId } from 'react'
import { removeSuppression } from '#contract/brokers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { Suppression } from './suppression-columns.tsx'

interface RemoveSuppressionDialogProps {
  entry: Suppression
  onClose: () => void
}

/** Removes an entry made by hand, with a reason for the audit log. */
export function RemoveSuppressionDialog({ entry, onClose }: RemoveSuppressionDialogProps): ReactElement {
  const formId = useId()
  const form = useZodForm(removeSuppression.query, { reason: '' })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const number = formatPhone(entry.phoneNumber)
  const remove = useWrite(removeSuppression, {
    refresh: ['brokers', 'campaigns'],
    onSuccess: () => {
      toastSuccess(`${number} was removed from the suppression list`)
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to remove the number'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={`Remove ${number}?`}
      description="Campaigns may dial it again where its call basis allows. The entry and your reason stay in the audit log."
      dirty={isDirty}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            pending={remove.isPending}
            pendingText="Removing..."
          >
            Remove number
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={form.handleSubmit((query) => remove.mutate({ params: { id: entry.id }, query }))}
      >
        <p className="text-ink-soft">Added because: {entry.reason}</p>
        <TextAreaField label="Reason" required {...field(form, 'reason')} />
      </Form>
    </Dialog>
  )
}
