import type { ReactElement } from 'react'
import { removeSuppression, type Suppression } from '#contract/suppressions.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'

interface RemoveSuppressionDialogProps {
  entry: Suppression
  onClose: () => void
}

/** Removes a manual entry, with a reason for the audit log. */
export function RemoveSuppressionDialog({ entry, onClose }: RemoveSuppressionDialogProps): ReactElement {
  const form = useZodForm(removeSuppression.query, { reason: '' })
  const number = formatPhone(entry.phoneNumber)
  const remove = useFormWrite(form, removeSuppression, {
    refresh: ['brokers', 'campaigns'],
    success: `${number} was removed from the suppression list`,
    failure: 'Failed to remove the number',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title={`Remove ${number}?`}
      description="Campaigns may dial it again where its call basis allows. The entry and your reason stay in the audit log."
      dirty={form.formState.isDirty}
      write={remove}
      submit="Remove number"
      pendingText="Removing..."
      danger
      onSubmit={form.handleSubmit((query) => remove.mutate({ params: { id: entry.id }, query }))}
    >
      <p className="text-ink-soft">Added because: {entry.reason}</p>
      <TextAreaField label="Reason" required {...field(form, 'reason')} />
    </FormDialog>
  )
}
