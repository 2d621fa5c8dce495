import type { ReactElement } from 'react'
import { type CreditScale, creditScaleTerms } from '#contract/scoring/credit-scales.ts'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { ScoreRowMenu } from './ScoreRowMenu.tsx'
import { evidenceText, figure, isRed, suspendedText, tierTones } from './score-labels.ts'

/** The tier, and whether a person set it. */
export function TierBadge({
  score,
}: {
  score: Pick<ScoreRow['score'], 'tier' | 'manualOverride'>
}): ReactElement {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={tierTones[score.tier]}>{score.tier}</Badge>
      {score.manualOverride && <Badge tone="amber">Override</Badge>}
    </span>
  )
}

/** A suspension is of today; the tier next to it may be of an earlier month. */
export function SuspendedBadge({ broker }: { broker: ScoreRow['broker'] }): ReactElement | null {
  if (broker.suspendedSince === null) return null
  return <Badge tone="red">{suspendedText(broker.suspendedSince)}</Badge>
}

const red = (text: string, isBad: boolean): ReactElement => (
  <span className={isBad ? 'font-medium text-red-ink' : undefined}>{text}</span>
)

/** A phone has room for a figure that needs attention, and not for all. */
const onlyRedOnPhone = (name: 'avgLvr' | 'reworkRate'): Pick<Column<ScoreRow>, 'phone' | 'onPhone'> => ({
  phone: 'labelled',
  onPhone: ({ score }) => (isRed(name, score) ? red(figure(score[name], '%'), true) : null),
})

/** @param scale of the month's credit scores */
export const scoreColumns = (scale: CreditScale): readonly Column<ScoreRow>[] => [
  {
    id: 'broker',
    header: 'Broker',
    cell: ({ broker }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{broker.name}</span>
        <span className="text-xs text-ink-soft">{broker.region}</span>
      </span>
    ),
    sort: 'name',
    always: true,
    phone: 'title',
    onPhone: ({ broker }) => (
      <>
        {broker.name}
        <span className="font-normal text-ink-soft"> · {broker.region}</span>
      </>
    ),
  },
  {
    id: 'score',
    header: 'Score',
    cell: ({ score }) => <span className="font-semibold tabular-nums">{figure(score.overallScore)}</span>,
    sort: 'score',
    align: 'end',
    width: '5.5rem',
    always: true,
    phone: 'aside',
    onPhone: ({ broker, score }) => (
      <span className="inline-flex items-center gap-2">
        <span className="inline-flex flex-col items-end gap-1">
          <TierBadge score={score} />
          {/* the panel shows the day; here it would take the space of the name */}
          {broker.suspendedSince !== null && <Badge tone="red">Suspended</Badge>}
        </span>
        <span className="text-lg font-semibold tabular-nums">{figure(score.overallScore)}</span>
      </span>
    ),
  },
  {
    id: 'tier',
    header: 'Tier',
    cell: ({ broker, score }) => (
      <span className="inline-flex flex-wrap items-center gap-1">
        <TierBadge score={score} />
        <SuspendedBadge broker={broker} />
      </span>
    ),
    width: '10rem',
    phone: 'none',
  },
  {
    id: 'loans',
    header: 'Loans',
    cell: ({ score }) => (
      <span title={`Evidence: ${evidenceText(score)}`}>{formatNumber(score.totalLoans)}</span>
    ),
    align: 'end',
    width: '4.5rem',
    phone: 'labelled',
  },
  {
    id: 'defaultRate',
    header: 'Default Rate',
    cell: ({ score }) => red(figure(score.defaultRate, '%'), isRed('defaultRate', score)),
    align: 'end',
    width: '6.5rem',
    phone: 'labelled',
  },
  {
    id: 'avgCreditScore',
    header: `Credit Score (0–${creditScaleTerms[scale].max})`,
    cell: ({ score }) => figure(score.avgCreditScore),
    align: 'end',
    width: '9.75rem',
    wide: true,
  },
  {
    id: 'avgLvr',
    header: 'Avg LVR',
    cell: ({ score }) => red(figure(score.avgLvr, '%'), isRed('avgLvr', score)),
    align: 'end',
    width: '6rem',
    ...onlyRedOnPhone('avgLvr'),
  },
  {
    id: 'avgDays',
    header: 'Days to Approval',
    cell: ({ score }) => figure(score.avgDaysToApproval),
    align: 'end',
    width: '8rem',
    wide: true,
  },
  {
    id: 'reworkRate',
    header: 'Rework Rate',
    cell: ({ score }) => red(figure(score.reworkRate, '%'), isRed('reworkRate', score)),
    align: 'end',
    width: '6.5rem',
    ...onlyRedOnPhone('reworkRate'),
  },
  {
    id: 'compliance',
    header: 'Compliance',
    cell: ({ score }) => figure(score.compliance, '%'),
    align: 'end',
    width: '7rem',
    hidden: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ broker }) => <ScoreRowMenu broker={broker} />,
    width: '4.5rem',
  },
]
