import { type ReactElement, useState } from 'react'
import { type ApplicationFileKind, applicationFileLabels } from '#contract/accreditations/accreditations.ts'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { BrokerPicker, type PickedBroker } from '#web/features/brokers/BrokerPicker.tsx'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { fullName, likelyBroker, sameText } from './application-labels.ts'
import { useReview } from './use-review.ts'

const NEW = 'new'
const OTHER = 'other'
const MAX_MESSAGE = 2000

type Expiries = Partial<Record<ApplicationFileKind, string | null>>

interface ApproveDialogProps {
  application: ApplicationDetails
  onClose: () => void
}

/** Approves an application and links it to a broker record. */
export function ApproveDialog({ application, onClose }: ApproveDialogProps): ReactElement {
  const start = useState(() => firstChoice(application))[0]
  const [choice, setChoice] = useState(start)
  const [other, setOther] = useState<PickedBroker | null>(null)
  const [message, setMessage] = useState('')
  const [justification, setJustification] = useState('')
  const isFlagged = application.screening?.result === 'flagged'
  const [expiries, setExpiries] = useState<Expiries>({})
  const [error, setError] = useState<string | undefined>(undefined)
  const review = useReview({
    action: 'approve',
    onDone: onClose,
    onError: (failure) => {
      const fields = failure instanceof ApiError ? failure.fields : {}
      if (fields.brokerId) setError(fields.brokerId)
      // a field shows its own error
      else if (!Object.keys(fields).some((name) => name === 'justification' || name.startsWith('expiries.')))
        toastError(messageOf(failure, 'Failed to approve the application'))
    },
  })
  const submit = (): void => {
    const brokerId = chosenBroker(choice, other)
    if (brokerId === undefined) {
      setError(choice === OTHER ? 'Choose the broker' : 'Choose the applicant’s broker record')
      return
    }
    const reason = message.trim() || null
    const body = {
      action: 'approve',
      brokerId,
      reason,
      expiries,
      justification: justification.trim() || null,
    } as const
    review.mutate({ params: { id: application.id }, body })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Approve ${fullName(application)}`}
      description="The files become documents of the broker. The applicant is notified by email. This cannot be undone."
      dirty={message !== '' || justification !== '' || choice !== start || Object.keys(expiries).length > 0}
      write={review}
      submit="Approve application"
      pendingText="Approving..."
      onSubmit={submit}
    >
      {(isFlagged || justificationError(review.error)) && (
        <TextAreaField
          label="Why this applicant is approved"
          required
          help={`ASIC’s registers: ${application.screening?.findings[0]?.title ?? 'see the application'}. For the history and the audit log; the applicant does not see it.`}
          rows={3}
          maxLength={MAX_MESSAGE}
          value={justification}
          error={justificationError(review.error)}
          onChange={(event) => setJustification(event.target.value)}
        />
      )}
      <RadioGroupField
        label="Broker"
        required
        options={optionsFor(application)}
        value={choice}
        error={error}
        onChange={(event) => {
          setChoice(event.target.value)
          setError(undefined)
        }}
      />
      {choice === OTHER && (
        <BrokerPicker
          label="Other broker"
          value={other}
          onChange={(broker) => {
            setOther(broker)
            setError(undefined)
          }}
        />
      )}
      <div className={cx('grid gap-4', application.files.length > 1 && 'sm:grid-cols-2')}>
        {application.files.map(({ kind }) => (
          <TextField
            key={kind}
            type="date"
            label={`${applicationFileLabels[kind]} valid until`}
            help="Left empty, it waits in the document reviews."
            value={expiries[kind] ?? ''}
            error={review.error instanceof ApiError ? review.error.fields[`expiries.${kind}`] : undefined}
            onChange={({ target }) => setExpiries({ ...expiries, [kind]: target.value || null })}
          />
        ))}
      </div>
      <TextAreaField
        label="Message to the applicant"
        help="Optional; included in the email."
        rows={2}
        maxLength={MAX_MESSAGE}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormDialog>
  )
}

const justificationError = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fields.justification : undefined

/** With possible duplicates no choice is preselected, so that the reviewer decides. */
function firstChoice({ matches, broker }: ApplicationDetails): string {
  if (matches.length === 0 && !broker) return NEW
  const likely = likelyBroker(matches)
  return likely === null ? '' : String(likely)
}

/** undefined: no choice yet; null: a new broker. */
function chosenBroker(choice: string, other: PickedBroker | null): number | null | undefined {
  if (choice === NEW) return null
  if (choice === OTHER) return other?.id
  return choice === '' ? undefined : Number(choice)
}

function optionsFor({ matches }: ApplicationDetails) {
  const hasSameNumber = matches.some(({ same }) => same.includes('asicNumber'))
  return [
    ...matches.map(({ id, name, company, same }) => ({
      value: String(id),
      label: `Link ${[name, company].filter(Boolean).join(', ')}`,
      help: `${sameText(same)}. Blank fields in the record are filled in.`,
    })),
    {
      value: NEW,
      label: 'Create a new broker',
      help: hasSameNumber
        ? 'A broker with this ASIC number is already in the directory.'
        : 'Added with the applicant’s details; may be called as an existing relationship.',
    },
    { value: OTHER, label: 'Link another broker from the directory' },
  ]
}
