import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { isDay } from '#contract/calendar.ts'
import { givenDay } from '#contract/dates.ts'
import { EXPIRY_REQUIRED, type ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import type { DecisionFormProps } from './decision-form.ts'
import { expiryText, sydneyToday } from './document-labels.ts'
import { useDecide } from './use-decide.ts'
import { useFirstField } from './use-first-field.ts'

const dated = z.object({ expiresOn: givenDay(EXPIRY_REQUIRED) })
const undated = z.object({ expiresOn: z.string() })

/** Approves, with an expiry date if the document type expires. */
export function ApproveForm({ document, onClose, onDone }: DecisionFormProps): ReactElement {
  // the status when the form opened, so that a colleague's decision is not overwritten unseen
  const [seen] = useState(document.status)
  const suggested = document.expiresOn ?? document.suggestedExpiry ?? ''
  const form = useZodForm(document.expires ? dated : undated, {
    expiresOn: document.expires ? suggested : '',
  })
  const decide = useDecide({
    action: 'approve',
    onDone,
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to approve the document'))
    },
  })
  const place = useFirstField(true)
  return (
    <Form
      label="Approve"
      onSubmit={form.handleSubmit(({ expiresOn }) =>
        decide.mutate({
          params: { id: document.id },
          body: { action: 'approve', seen, expiresOn },
        }),
      )}
    >
      <div ref={place} className="flex flex-col gap-4">
        {document.expires ? (
          <TextField
            label="Expiry date"
            type="date"
            required
            help={<ExpiryHelp document={document} day={form.watch('expiresOn')} />}
            {...field(form, 'expiresOn')}
          />
        ) : (
          <p>Documents of this type do not expire. The broker is notified by email.</p>
        )}
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={decide.isPending} pendingText="Approving...">
            Approve document
          </Button>
        </FormButtons>
      </div>
    </Form>
  )
}

function ExpiryHelp({ document, day }: { document: ReviewDocumentDetails; day: string }): string {
  const source =
    day === document.suggestedExpiry ? 'Suggested for this document type: check it against the document.' : ''
  const expiry = isDay(day)
    ? `${formatDate(day)}: ${expiryText(day, sydneyToday(Date.now())).toLowerCase()}.`
    : ''
  return [expiry, source].filter(Boolean).join(' ') || 'As stated on the document.'
}
