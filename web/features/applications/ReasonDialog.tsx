import type { ReactElement } from 'react'
import { z } from 'zod'
import { required } from '#contract/accreditations.ts'
import type { ApplicationDetails } from '#contract/applications.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { showFailure } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { fullName } from './application-words.ts'
import { useReview } from './use-review.ts'

const words = {
  request_info: {
    title: 'Ask for more',
    description: 'The applicant gets a mail with a link to complete the application and send it again.',
    label: 'What is missing',
    button: 'Send request',
    pending: 'Sending...',
    danger: false,
    failure: 'Failed to ask for more',
  },
  decline: {
    title: 'Decline application',
    description: 'The applicant is told by mail. This cannot be taken back; a new application can be made.',
    label: 'Reason',
    button: 'Decline application',
    pending: 'Declining...',
    danger: true,
    failure: 'Failed to decline the application',
  },
} as const

const reasonForm = z.object({ reason: required('Give a reason; the applicant reads it', 2000) })

interface ReasonDialogProps {
  application: ApplicationDetails
  action: 'request_info' | 'decline'
  onClose: () => void
}

/** A decision that the applicant has to understand. */
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
        help="The applicant reads this, word for word."
        {...field(form, 'reason')}
      />
    </FormDialog>
  )
}
