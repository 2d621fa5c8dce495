import { type ReactElement, useState } from 'react'
import { suppressInBulk } from '#contract/brokers/bulk-changes.ts'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { BulkForm } from './BulkForm.tsx'
import { type BulkProps, useBulkWrite } from './use-bulk-write.ts'

export function SuppressionForm({ selection, chosen, onStarted, onClose }: BulkProps): ReactElement {
  const [reason, setReason] = useState('')
  const { write, errors, clear } = useBulkWrite(suppressInBulk, onStarted)
  return (
    <BulkForm
      onClose={onClose}
      title="Suppress numbers"
      description={`Of ${chosen}. No campaign calls them any more, and planned calls are cancelled. This is not undone in bulk: admins and compliance staff remove entries one by one, with a reason.`}
      dirty={reason !== ''}
      danger
      write={write}
      submit="Suppress numbers"
      onSubmit={() => write.mutate({ body: { selection, reason } })}
    >
      <TextAreaField
        label="Reason"
        required
        maxLength={500}
        help="Tells colleagues why these numbers are not called."
        value={reason}
        error={errors.reason}
        onChange={(event) => {
          setReason(event.target.value)
          clear()
        }}
      />
    </BulkForm>
  )
}
