import type { ReactElement } from 'react'
import { z } from 'zod'
import { required } from '#contract/accreditations/accreditations.ts'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { showFailure } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { fullName } from './application-labels.ts'
import { useReview } from './use-review.ts'

const words = {
  request_info: {
    title: 'Request information',
    description: 'The applicant gets an email with a link to complete and resubmit the application.',
    label: 'What is missing',
    button: 'Send request',
    pending: 'Sending...',
    danger: false,
    failure: 'Failed to request information',
  },
  decline: {
    title: 'Decline application',
    description: 'The applicant is notified by email. This cannot be undone, but they can apply again.',
    label: 'Reason',
    button: 'Decline application',
    pending: 'Declining...',
    danger: true,
    failure: 'Failed to decline the application',
  },
} as const

const reasonForm = z.object({ reason: required('Enter a reason; the applicant will see it', 2000) })

interface ReasonDialogProps {
  application: ApplicationDetails
  action: 'request_info' | 'decline'
  onClose: () => void
}

/** A decision that needs a reason for the applicant. */
export function ReasonDialog({ application, action, onClose }: ReasonDialogProps): ReactElement {
  const text = words[action]
  const form = useZodForm(reasonForm, { reason: '' })
  const review = useReview({
    action,
    onDone: onClose,
    onError: (error) => showFailure(form, error, text.failure),
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`${text.title}: ${fullName(application)}`}
      description={text.description}
      dirty={form.formState.isDirty}
      write={review}
      submit={text.button}
      pendingText={text.pending}
      danger={text.danger}
      onSubmit={form.handleSubmit(({ reason }) =>
        review.mutate({ params: { id: application.id }, body: { action, reason } }),
      )}
    >
      <TextAreaField
        label={text.label}
        required
        rows={4}
        help="Sent to the applicant as written."
        {...field(form, 'reason')}
      />
    </FormDialog>
  )
}
