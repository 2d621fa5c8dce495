import type { ReactElement } from 'react'
import { addSuppression } from '#contract/brokers/suppressions.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'

interface AddSuppressionDialogProps {
  /** Prefilled number. */
  phoneNumber?: string
  onClose: () => void
}

/** Adds a number manually; mounted only while open. */
export function AddSuppressionDialog({ phoneNumber = '', onClose }: AddSuppressionDialogProps): ReactElement {
  const form = useZodForm(addSuppression.body, { phoneNumber, reason: '' })
  const add = useFormWrite(form, addSuppression, {
    refresh: ['brokers', 'campaigns'],
    success: (entry) => `${formatPhone(entry.phoneNumber)} will not be dialled again`,
    failure: 'Failed to add the number',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title="Add number"
      description="Takes effect immediately in all campaigns; planned calls to it are cancelled."
      dirty={form.formState.isDirty}
      write={add}
      submit="Add number"
      pendingText="Adding..."
      onSubmit={form.handleSubmit((body) => add.mutate({ body }))}
    >
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
        help="Tells colleagues why this number is not called."
        {...field(form, 'reason')}
      />
    </FormDialog>
  )
}
