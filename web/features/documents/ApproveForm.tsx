import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { isDay } from '#contract/calendar.ts'
import { EXPIRY_REQUIRED, type ReviewDocumentDetails } from '#contract/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatDay } from '#web/lib/zoned-days.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import type { DecisionFormProps } from './decision-form.ts'
import { endsText, todayFor } from './document-words.ts'
import { useDecide } from './use-decide.ts'
import { useFirstField } from './use-first-field.ts'

const dated = z.object({ expiresOn: z.iso.date(EXPIRY_REQUIRED) })
const undated = z.object({ expiresOn: z.string() })

/** Approves, with the day on which the document ends where its type has one. */
export function ApproveForm({ document, onClose, onDone }: DecisionFormProps): ReactElement {
  // what was on screen when the form opened: a decision that a colleague made meanwhile is not taken back unseen
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
            label="Last day of the document"
            type="date"
            required
            help={<EndsHelp document={document} day={form.watch('expiresOn')} />}
            {...field(form, 'expiresOn')}
          />
        ) : (
          <p>A document of this type does not end. The broker is told by mail.</p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={decide.isPending} pendingText="Approving...">
            Approve document
          </Button>
        </div>
      </div>
    </Form>
  )
}

function EndsHelp({ document, day }: { document: ReviewDocumentDetails; day: string }): string {
  const source =
    day === document.suggestedExpiry ? 'Suggested from its type: compare it with the document.' : ''
  const said = isDay(day)
    ? `${formatDay(day, true)}: ${endsText(day, todayFor(Date.now())).toLowerCase()}.`
    : ''
  return [said, source].filter(Boolean).join(' ') || 'As the document says.'
}
