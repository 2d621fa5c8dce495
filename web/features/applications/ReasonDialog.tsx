import { type ReactElement, useId } from 'react'
import { z } from 'zod'
import { required } from '#contract/accreditations.ts'
import type { ApplicationDetails } from '#contract/applications.ts'
import { messageOf } from '#web/api/api-error.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { closeUnlessDirty, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { fullName } from './application-words.ts'
import { useReview } from './use-review.ts'

const words = {
  request_info: {
    title: 'Ask for more',
    description: 'The applicant gets a mail with a link to complete the application and send it again.',
    label: 'What is missing',
    button: 'Send request',
    pending: 'Sending...',
    variant: 'primary',
    failure: 'Failed to ask for more',
  },
  decline: {
    title: 'Decline application',
    description: 'The applicant is told by mail. This cannot be taken back; a new application can be made.',
    label: 'Reason',
    button: 'Decline application',
    pending: 'Declining...',
    variant: 'danger',
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
  const formId = useId()
  const text = words[action]
  const form = useZodForm(reasonForm, { reason: '' })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const review = useReview({
    action,
    onDone: onClose,
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, text.failure))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${text.title}: ${fullName(application)}`}
      description={text.description}
      dirty={isDirty}
      footer={
        <>
          <Button onClick={() => void closeUnlessDirty(isDirty, onClose)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={text.variant}
            pending={review.isPending}
            pendingText={text.pending}
          >
            {text.button}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
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
      </Form>
    </Dialog>
  )
}
