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
  const words = wordsFor(entry.source, number)
  const remove = useFormWrite(form, removeSuppression, {
    refresh: ['brokers', 'campaigns'],
    success: words.success,
    failure: words.failure,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      width="sm"
      title={words.title}
      description={words.description}
      dirty={form.formState.isDirty}
      write={remove}
      submit={words.submit}
      pendingText={words.pending}
      danger
      onSubmit={form.handleSubmit((query) => remove.mutate({ params: { id: entry.id }, query }))}
    >
      <p className="text-ink-soft">Added because: {entry.reason}</p>
      {entry.evidence && <SpokenEvidence entry={entry} />}
      <TextAreaField label="Reason" required {...field(form, 'reason')} />
    </FormDialog>
  )
}

type Words = Record<'title' | 'description' | 'submit' | 'pending' | 'success' | 'failure', string>

function wordsFor(source: Suppression['source'], number: string): Words {
  if (source === 'voice')
    return {
      title: `Lift the opt-out of ${number}?`,
      description:
        'Listen to the recording first. Lift it only if the broker did not ask for an end of calls. The opt-out and your reason stay in the broker’s history and the audit log.',
      submit: 'Lift opt-out',
      pending: 'Lifting...',
      success: `The opt-out of ${number} was lifted`,
      failure: 'Failed to lift the opt-out',
    }
  if (source === 'unclear')
    return {
      title: `Review the hold of ${number}`,
      description:
        'Check the call first. Release the number only if the broker did not opt out: campaigns may then dial it again where its call basis allows. Otherwise leave it on hold. The hold and your reason stay in the audit log.',
      submit: 'Release number',
      pending: 'Releasing...',
      success: `${number} was released`,
      failure: 'Failed to release the number',
    }
  return {
    title: `Remove ${number}?`,
    description:
      'Campaigns may dial it again where its call basis allows. The entry and your reason stay in the audit log.',
    submit: 'Remove number',
    pending: 'Removing...',
    success: `${number} was removed from the suppression list`,
    failure: 'Failed to remove the number',
  }
}
