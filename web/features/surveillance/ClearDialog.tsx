import { type ReactElement, useState } from 'react'
import { clearFlagged } from '#contract/surveillance/findings-of-many.ts'
import type { FlaggedBroker } from '#contract/surveillance/surveillance.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatNumber } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const MAX_NOTES = 2000

interface ClearDialogProps {
  brokers: readonly FlaggedBroker[]
  onClose: () => void
  onDone: () => void
}

const brokersText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'broker' : 'brokers'}`

/** Clears the selected brokers with one reason; high risks because of a ban are reviewed one by one. */
export function ClearDialog({ brokers, onClose, onDone }: ClearDialogProps): ReactElement {
  const [notes, setNotes] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const clear = useWrite(clearFlagged, {
    refresh: ['surveillance', 'brokers', 'tasks'],
    onSuccess: ({ cleared, left }) => {
      const [first] = left
      toastSuccess(`${brokersText(cleared)} cleared`)
      if (first)
        toastError(`${brokersText(left.length)} left as they are. ${first.reason}`, 'Not all cleared')
      onDone()
    },
    onError: (failure) => toastError(messageOf(failure, 'Failed to clear the brokers'), 'Review Failed'),
  })
  const submit = (): void => {
    if (notes.trim() === '') {
      setError('Say why, in a sentence or two')
      return
    }
    const chosen = brokers.map(({ id, found }) => ({ id, found }))
    clear.mutate({ body: { brokers: chosen, notes: notes.trim() } })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Clear ${brokersText(brokers.length)}`}
      description="The same findings stay silent until they change. Brokers with a high risk because of a ban are left for a review of their own."
      dirty={notes !== ''}
      write={clear}
      submit="Clear"
      pendingText="Clearing..."
      onSubmit={submit}
    >
      <TextAreaField
        label="Reason"
        required
        rows={3}
        maxLength={MAX_NOTES}
        value={notes}
        error={error}
        onChange={(event) => {
          setNotes(event.target.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
