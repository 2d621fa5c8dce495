import { type ReactElement, useState } from 'react'
import { findingReasonLabels } from '#contract/surveillance/finding-reasons.ts'
import {
  decideFindingOfMany,
  type FindingOfMany,
  findingsOfMany,
} from '#contract/surveillance/findings-of-many.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

type Action = 'dismiss' | 'flag_each'
interface Chosen {
  found: FindingOfMany
  action: Action
}

/** Reasons that concern many brokers, each as one finding about an import or a register. */
export function FindingsOfMany(): ReactElement | null {
  const { data } = useRead(findingsOfMany)
  const refusal = useRefusal('surveillance.review')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Panel title="Findings about many brokers">
      <ul className="flex flex-col divide-y divide-line">
        {data.map((found) => (
          <li
            key={found.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <span className="flex min-w-0 flex-1 basis-80 flex-col break-words">
              <span className="font-medium">{found.text}</span>
              <span className="text-xs text-ink-soft">
                {`${findingReasonLabels[found.reason]}: ${formatNumber(found.brokers)} of ${formatNumber(found.total)} brokers${found.importId === null ? '' : ' of the import'}`}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                size="sm"
                disabledReason={refusal}
                onClick={() => setChosen({ found, action: 'flag_each' })}
              >
                Flag each broker
              </Button>
              <Button
                size="sm"
                variant="primary"
                disabledReason={refusal}
                onClick={() => setChosen({ found, action: 'dismiss' })}
              >
                Dismiss
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {chosen && <DecideDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

const words: Record<Action, { title: string; description: string; submit: string; done: string }> = {
  dismiss: {
    title: 'Dismiss the finding',
    description: 'It stays silent for all of its brokers until their number or the register changes.',
    submit: 'Dismiss',
    done: 'no longer count',
  },
  flag_each: {
    title: 'Flag each broker',
    description: 'Each broker is flagged and waits for a review of its own.',
    submit: 'Flag each broker',
    done: 'are flagged',
  },
}

function DecideDialog({
  chosen: { found, action },
  onClose,
}: {
  chosen: Chosen
  onClose: () => void
}): ReactElement {
  const [notes, setNotes] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const { title, description, submit, done } = words[action]
  const decide = useWrite(decideFindingOfMany, {
    refresh: ['surveillance', 'brokers', 'tasks'],
    onSuccess: ({ brokers }) => {
      toastSuccess(`The findings of ${formatNumber(brokers)} brokers ${done}`)
      onClose()
    },
    onError: (failure) =>
      toastError(messageOf(failure, 'Failed to decide about the finding'), 'Review Failed'),
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={`${found.text} ${description}`}
      dirty={notes !== ''}
      write={decide}
      submit={submit}
      pendingText="Saving..."
      onSubmit={() => {
        if (notes.trim() === '') setError('Say why, in a sentence or two')
        else decide.mutate({ params: { id: found.id }, body: { action, notes: notes.trim() } })
      }}
    >
      <TextAreaField
        label="Reason"
        required
        rows={3}
        maxLength={2000}
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
