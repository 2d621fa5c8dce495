import type { ReactElement, ReactNode } from 'react'
import { applicationStatuses, applicationStatusLabels } from '#contract/accreditations/accreditations.ts'
import { brokerRecap } from '#contract/brokers/brokers.ts'
import { callOutcomes, callResponseLabels, callResponses, outcomeTable } from '#contract/calls/calls.ts'
import { accreditationStateLabels, accreditationStates } from '#contract/documents/documents.ts'
import { percentOf } from '#contract/percent.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { monthText } from '#web/features/scoring/score-labels.ts'
import { ABSENT, formatDecimal, formatNumber, formatPercent } from '#web/lib/format.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useOneCallability } from '../callability.ts'
import { type BrokerDetails, barLines } from '../calling-state.ts'

type Recap = AnswerOf<typeof brokerRecap>

/** The history of a broker in one line. Each cell reserves its space while it loads. */
export function BrokerRecap({ broker }: { broker: BrokerDetails }): ReactElement {
  const brokerId = broker.id
  const { data } = useRead(brokerRecap, { params: { id: brokerId } })
  const callable = useOneCallability(brokerId)
  return (
    <dl
      aria-label="At a glance"
      className="stat-row mb-4 grid grid-cols-2 gap-px overflow-clip rounded-lg border border-line bg-line *:bg-surface md:grid-cols-3 max-lg:*:last:odd:col-span-full lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      <Cell label="Calls" value={data && formatNumber(data.calls)} />
      <Cell
        label="Reached"
        value={data && formatNumber(data.reached)}
        note={data && data.calls > 0 && `${formatPercent(percentOf(data.reached, data.calls))} of calls`}
      />
      <Cell
        label="Last outcome"
        value={data && lastOutcome(data.lastCall)}
        note={data?.lastCall && <RelativeTime when={data.lastCall.at} />}
      />
      {barLines(broker).length === 0 && (
        <Cell
          label="Next callable"
          value={callable && (callable.answer === 'yes' ? 'Now' : callable.label.replace(/^No until /, ''))}
        />
      )}
      <Cell
        label="Score"
        value={data && formatDecimal(data.score?.overall)}
        note={data?.score && `${data.score.tier}, ${monthText(data.score.month)}`}
      />
      <Cell label="Accreditation" {...(data && accreditation(data))} />
    </dl>
  )
}

function Cell(props: { label: string; value?: ReactNode; note?: ReactNode }): ReactElement {
  const { label, value, note } = props
  return (
    <div className="min-w-0 px-4 py-2.5">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="min-h-6 truncate text-base font-semibold" title={textOf(value)}>
        {value ?? <span aria-hidden className="skeleton my-1 block h-4 w-12" />}
      </dd>
      <dd className="min-h-4 truncate text-xs text-ink-soft">{note}</dd>
    </div>
  )
}

const textOf = (value: ReactNode): string | undefined => (typeof value === 'string' ? value : undefined)

function lastOutcome(call: { outcome: string | null; response: string | null } | null): string {
  if (!call) return ABSENT
  const response = callResponses.find((each) => each === call.response)
  if (response) return callResponseLabels[response]
  const outcome = callOutcomes.find((each) => each === call.outcome)
  return outcome ? outcomeTable[outcome].label : 'In progress'
}

/** 'Approved, documents outstanding' on two lines: the strip has no room for it on one. */
function accreditation(recap: Pick<Recap, 'accreditation' | 'application'>): {
  value: string
  note?: string | undefined
} {
  const known = accreditationStates.find((each) => each === recap.accreditation)
  const open = applicationStatuses.find((each) => each === recap.application)
  const application = open && applicationStatusLabels[open]
  if (!known) return application ? { value: application, note: 'Application' } : { value: ABSENT }
  const [value = '', note] = accreditationStateLabels[known].split(', ')
  return { value, note: note ?? (application && `Application: ${application.toLowerCase()}`) }
}
