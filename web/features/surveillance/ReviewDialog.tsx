import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { suspensionReasonLabels, suspensionReasons } from '#contract/brokers/suspension-reasons.ts'
import {
  brokerCompliance,
  complianceTransitions,
  historyRisk,
  type ReviewAction,
  reviewActions,
  reviewBroker,
} from '#contract/surveillance/surveillance.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { RadioGroupField } from '#web/ui/ChoiceFields.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { BrokerRecord } from './BrokerRecord.tsx'
import { FindingFacts } from './FindingFacts.tsx'
import { useComparison } from './use-comparison.ts'
import { useChecks } from './use-newest-check.ts'

const choices: Record<ReviewAction, { label: string; help: string }> = {
  clear: { label: 'Clear', help: 'Not this person, or not a concern' },
  suspend: { label: 'Suspend', help: 'No calls, no new accreditation' },
  reinstate: { label: 'Reinstate', help: 'May be called again; the findings stay flagged' },
}
const submits: Record<ReviewAction, string> = {
  clear: 'Clear broker',
  suspend: 'Suspend broker',
  reinstate: 'Reinstate broker',
}
const told: Record<ReviewAction, string> = {
  clear: 'was cleared. The same finding stays cleared until the register row changes.',
  suspend: 'was suspended and is not called any more.',
  reinstate: 'was reinstated.',
}
const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...suspensionReasons.map((value) => ({ value, label: suspensionReasonLabels[value] })),
]

/** No decision is preselected: the reviewer makes it. */
const noDecision = { reason: '', notes: '' } as const
const reviewForm = z
  .object({
    action: reviewBroker.body.shape.action,
    reason: z.union([z.enum(suspensionReasons), z.literal('')]),
    notes: reviewBroker.body.shape.notes,
  })
  .refine(({ action, reason }) => action !== 'suspend' || reason !== '', {
    path: ['reason'],
    error: 'Choose why the broker is suspended',
  })
  .transform(({ action, reason, notes }) => ({
    ...{ action, notes },
    ...(action === 'suspend' && reason !== '' && { reason }),
  }))

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
  const { record, ours, theirs } = useComparison(brokerId, newest)
  const form = useZodForm(reviewForm, noDecision)
  const lookAgain = async (): Promise<void> => {
    const now = await look()
    if (!now) return
    const { complianceStatus: status } = now
    setSeen({ seen: status, known: now.found })
    if (status === seen) return
    // the former choice has another meaning in the new status, so reset it
    form.resetField('action')
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
  const action = reviewActions.find((one) => one === form.watch('action'))
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
          : 'Compare the findings with our record. Words in both are marked.'
      }
      dirty={form.formState.isDirty}
      write={review}
      submit={action ? submits[action] : 'Save decision'}
      danger={action === 'suspend'}
      pendingText="Saving..."
      disabledReason={refusal}
      onSubmit={form.handleSubmit((body) =>
        review.mutate({ params: { id: brokerId }, body: { ...body, seen, found: known } }),
      )}
    >
      <div className="grid gap-3 *:min-w-0 md:grid-cols-2">
        <div className="self-start md:sticky md:top-0">
          {record ? <BrokerRecord record={record} theirs={theirs} /> : <SkeletonLines lines={['h-32']} />}
        </div>
        <div className="flex flex-col gap-3">
          {!checks && <SkeletonLines lines={['h-5 w-40', 'h-24']} />}
          {checks && found.length === 0 ? (
            <p className="text-ink-soft">The last check found nothing.</p>
          ) : (
            found.map((finding) => (
              <FindingFacts key={finding.subject} finding={finding} label={historyRisk} ours={ours} />
            ))
          )}
        </div>
      </div>
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
      <RadioGroupField
        label="Decision"
        required
        options={actions.map((value) => ({ value, ...choices[value] }))}
        {...field(form, 'action')}
      />
      {action === 'suspend' && (
        <SelectField label="Reason" required options={reasonOptions} {...field(form, 'reason')} />
      )}
      <TextAreaField
        label="Notes"
        required
        help="File note: what you compared and why."
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
