import { type KeyboardEvent, type ReactElement, useEffect, useState } from 'react'
import { z } from 'zod'
import { GIVE_REASON } from '#contract/documents/document-reviews.ts'
import { listRejectionReasons } from '#contract/documents/document-types.ts'
import { lines } from '#contract/text-fields.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import type { DecisionFormProps } from './decision-form.ts'
import { linesOf, toggleReason } from './reason-text.ts'
import { useDecide } from './use-decide.ts'
import { useFirstField } from './use-first-field.ts'

const MAX_REASON = 2000
const rejection = z.object({
  reason: lines().min(1, GIVE_REASON).max(MAX_REASON, 'At most 2,000 characters'),
})

/** Rejects with a reason. Standard reasons are added by tick or number key and can then be edited. */
export function RejectForm({ document, onClose, onDone, onDirty }: DecisionFormProps): ReactElement {
  // the status when the form opened, so that a colleague's decision is not overwritten unseen
  const [seen] = useState(document.status)
  const reasons = useRead(listRejectionReasons)
  const form = useZodForm(rejection, { reason: '' })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const place = useFirstField(!reasons.isPending)
  const decide = useDecide({
    action: 'reject',
    onDone,
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to reject the document'))
    },
  })
  const text = form.watch('reason')
  const lines = linesOf(text)
  const offered = reasons.data ?? []
  const toggle = (reason: string): void => {
    form.setValue('reason', toggleReason(form.getValues('reason'), reason), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }
  const onDigit = (event: KeyboardEvent): void => {
    const reason = /^[1-9]$/.test(event.key) ? offered[Number(event.key) - 1] : undefined
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!reason || !isPlain || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    toggle(reason.text)
  }
  return (
    <Form
      label="Reject"
      onSubmit={form.handleSubmit(({ reason }) =>
        decide.mutate({
          params: { id: document.id },
          body: { action: 'reject', seen, reason },
        }),
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a number ticks its reason from any of the boxes within */}
      <div ref={place} onKeyDown={onDigit} className="flex flex-col gap-4">
        {offered.length > 0 && (
          <fieldset className="flex min-w-0 flex-col gap-1">
            <legend className="mb-1 text-sm font-medium">Reasons</legend>
            {offered.map(({ id, text: reason }, index) => (
              <CheckboxField
                key={id}
                label={index < 9 ? `${index + 1}. ${reason}` : reason}
                checked={lines.includes(reason)}
                onChange={() => toggle(reason)}
              />
            ))}
          </fieldset>
        )}
        {reasons.error && (
          <p role="alert" className="text-ink-soft">
            The list of reasons could not be loaded. Write the reason below.
          </p>
        )}
        <TextAreaField
          label="Reason"
          required
          rows={3}
          maxLength={MAX_REASON}
          help="Sent to the broker as written."
          {...field(form, 'reason')}
        />
      </div>
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" pending={decide.isPending} pendingText="Rejecting...">
          Reject document
        </Button>
      </FormButtons>
    </Form>
  )
}
