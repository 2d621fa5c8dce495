import { type ReactElement, useId } from 'react'
import { addSuppression } from '#contract/brokers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface AddSuppressionDialogProps {
  /** Filled in already. */
  phoneNumber?: string
  onClose: () => void
}

/** Adds a number by hand; mounted while it is open. */
export function AddSuppressionDialog({ phoneNumber = '', onClose }: AddSuppressionDialogProps): ReactElement {
  const formId = useId()
  const form = useZodForm(addSuppression.body, { phoneNumber, reason: '' })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const add = useWrite(addSuppression, {
    refresh: ['brokers', 'campaigns'],
    onSuccess: (entry) => {
      toastSuccess(`${formatPhone(entry.phoneNumber)} is never dialled from now on`)
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to add the number'))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title="Add number"
      description="Takes effect at once in all campaigns; planned calls to it are cancelled."
      dirty={isDirty}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={add.isPending}
            pendingText="Adding..."
          >
            Add number
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.handleSubmit((body) => add.mutate({ body }))}>
        <TextField
          label="Phone number"
          type="tel"
          required
          autoComplete="off"
          help="Local (0491 570 156) or international (+61 491 570 156)"
          {...field(form, 'phoneNumber')}
        />
        <TextAreaField
          label="Reason"
          required
          help="Whoever asks why this number is not called reads this."
          {...field(form, 'reason')}
        />
      </Form>
    </Dialog>
  )
}
