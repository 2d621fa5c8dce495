import { type ReactElement, useState } from 'react'
import {
  brokerCompliance,
  type ComplianceStatus,
  complianceTransitions,
  historyRisk,
  type ReviewAction,
  reviewBroker,
} from '#contract/surveillance.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { BrokerRecord } from './BrokerRecord.tsx'
import { FindingFacts } from './FindingFacts.tsx'
import { useChecks } from './use-newest-check.ts'

const choices: Record<ReviewAction, string> = {
  clear: 'Clear: not this person, or not a concern',
  suspend: 'Suspend: no calls, no new accreditation',
  reinstate: 'Reinstate: what was found stays flagged',
}
const told: Record<ReviewAction, string> = {
  clear: 'was cleared. The same row stays silent until it changes.',
  suspend: 'was suspended and is not called any more.',
  reinstate: 'was reinstated.',
}

/** The preselected action for a status. */
const firstAction = (status: ComplianceStatus): ReviewAction => complianceTransitions[status][0] ?? 'clear'

interface ReviewDialogProps {
  brokerId: number
  onClose: () => void
}

/** A person's decision about the findings, with the reason. */
export function ReviewDialog({ brokerId, onClose }: ReviewDialogProps): ReactElement | null {
  const { data, refetch, isFetchedAfterMount } = useRecord(brokerCompliance, brokerId, {
    alwaysOnMount: true,
  })
  const look = async () => (await refetch()).data
  // the cache may be from before the last decision
  return data && isFetchedAfterMount ? <ReviewForm data={data} look={look} onClose={onClose} /> : null
}

interface ReviewFormProps {
  data: AnswerOf<typeof brokerCompliance>
  /** Fetches the broker's present status. */
  look: () => Promise<AnswerOf<typeof brokerCompliance> | undefined>
  onClose: () => void
}

function ReviewForm({ data, look, onClose }: ReviewFormProps): ReactElement {
  // the state when the form opened: the server refuses a decision if a colleague's decision or a new finding came since
  const [{ seen, known }, setSeen] = useState({ seen: data.complianceStatus, known: data.found })
  const brokerId = data.id
  const actions = complianceTransitions[seen]
  const { checks, newest } = useChecks(brokerId)
  const refusal = useRefusal('surveillance.review')
  const form = useZodForm(reviewBroker.body, { action: firstAction(seen), notes: '' })
  const lookAgain = async (): Promise<void> => {
    const now = await look()
    if (!now) return
    const { complianceStatus: status } = now
    setSeen({ seen: status, known: now.found })
    if (status === seen) return
    // the former choice has another meaning in the new status, so reset it
    form.setValue('action', firstAction(status))
  }
  const review = useWrite(reviewBroker, {
    refresh: ['brokers', 'tasks'],
    onSuccess: ({ name, proposedBy }) => {
      toastSuccess(
        proposedBy
          ? `${name}: another person has to confirm the suspension`
          : `${name} ${told[form.getValues('action')]}`,
      )
      onClose()
    },
    onError: (error) => {
      if (!showServerErrors(form, error))
        toastError(messageOf(error, 'Failed to review broker'), 'Review Failed')
      if (error instanceof ApiError && error.code === 'conflict') void lookAgain()
    },
  })
  const found = newest.flatMap(({ findings }) => findings)
  // from before the broker changed their own record, or from an earlier check
  const earlier = checks ? data.reasons.filter((reason) => !found.some(({ title }) => title === reason)) : []
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title={`Review ${data.name}`}
      description={
        data.proposedBy
          ? `${data.proposedBy} proposes to suspend: another person confirms it.`
          : 'Compare what was found with the record, and decide.'
      }
      dirty={form.formState.isDirty}
      write={review}
      submit="Save review"
      pendingText="Saving..."
      disabledReason={refusal}
      onSubmit={form.handleSubmit((body) =>
        review.mutate({ params: { id: brokerId }, body: { ...body, seen, found: known } }),
      )}
    >
      <BrokerRecord brokerId={brokerId} />
      {found.length === 0 ? (
        <p className="text-ink-soft">The last check found nothing.</p>
      ) : (
        found.map((finding) => <FindingFacts key={finding.subject} finding={finding} label={historyRisk} />)
      )}
      {earlier.length > 0 && (
        <section>
          <h3 className="mb-1 text-xs font-medium text-ink-soft">
            Found before, and open until a person decides
          </h3>
          <ul className="list-disc pl-5">
            {earlier.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
      <SelectField
        label="Action"
        options={actions.map((value) => ({ value, label: choices[value] }))}
        {...field(form, 'action')}
      />
      <TextAreaField
        label="Notes"
        required
        help="For the file: what you compared, and why you decide so."
        {...field(form, 'notes')}
      />
      {data.reviews.length > 0 && (
        <section>
          <h3 className="mb-1 text-xs font-medium text-ink-soft">Earlier reviews</h3>
          <ul className="flex flex-col gap-1">
            {data.reviews.slice(0, 5).map(({ id, action, notes, reviewedBy, reviewedAt }) => (
              <li key={id}>
                <span className="text-ink-soft">{`${formatDateTime(reviewedAt)}, ${reviewedBy ?? 'somebody'}, ${action.replaceAll('_', ' ')}: `}</span>
                {notes}
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
