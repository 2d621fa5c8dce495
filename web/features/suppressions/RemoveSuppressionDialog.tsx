import type { ReactElement } from 'react'
import { removeSuppression, type Suppression } from '#contract/brokers/suppressions.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { SpokenEvidence } from './SpokenEvidence.tsx'

interface RemoveSuppressionDialogProps {
  entry: Suppression
  onClose: () => void
}

/** Removes a manual entry or a hold, or lifts an opt-out that was misread, with a reason for the audit log. */
export function RemoveSuppressionDialog({ entry, onClose }: RemoveSuppressionDialogProps): ReactElement {
  const form = useZodForm(removeSuppression.query, { reason: '' })
  const number = formatPhone(entry.phoneNumber)
  const isLifted = entry.source === 'voice'
  const remove = useFormWrite(form, removeSuppression, {
    refresh: ['brokers', 'campaigns'],
    success: isLifted
      ? `The opt-out of ${number} was lifted`
      : `${number} was removed from the suppression list`,
    failure: isLifted ? 'Failed to lift the opt-out' : 'Failed to remove the number',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title={isLifted ? `Lift the opt-out of ${number}?` : `Remove ${number}?`}
      description={
        isLifted
          ? 'Listen to the recording first. Lift it only if the broker did not ask for an end of calls. The opt-out and your reason stay in the broker’s history and the audit log.'
          : 'Campaigns may dial it again where its call basis allows. The entry and your reason stay in the audit log.'
      }
      dirty={form.formState.isDirty}
      write={remove}
      submit={isLifted ? 'Lift opt-out' : 'Remove number'}
      pendingText={isLifted ? 'Lifting...' : 'Removing...'}
      danger
      onSubmit={form.handleSubmit((query) => remove.mutate({ params: { id: entry.id }, query }))}
    >
      <p className="text-ink-soft">Added because: {entry.reason}</p>
      {entry.evidence && <SpokenEvidence entry={entry} />}
      <TextAreaField label="Reason" required {...field(form, 'reason')} />
    </FormDialog>
  )
}
