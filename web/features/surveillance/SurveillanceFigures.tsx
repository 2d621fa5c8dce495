import type { ReactElement } from 'react'
import type { surveillanceStats } from '#contract/surveillance/surveillance.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT, formatNumber, formatPercent } from '#web/lib/format.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'

type Stats = AnswerOf<typeof surveillanceStats>

/** 'Awaiting review, 3 of them on hold; 2 suspended' */
function flaggedNote({
  heldBrokers: held,
  flaggedBrokers: flagged,
  suspendedBrokers: suspended,
}: Stats): string {
  const waiting = flagged > 0 ? `Awaiting review, ${formatNumber(held)} of them on hold` : 'Awaiting review'
  return suspended > 0 ? `${waiting}; ${formatNumber(suspended)} suspended` : waiting
}

/** The cards above the flagged brokers. */
export function SurveillanceFigures({
  stats,
  isFailed,
}: {
  stats: Stats | undefined
  isFailed: boolean
}): ReactElement {
  const { lastCheck } = stats ?? {}
  const none = isFailed ? ABSENT : undefined
  return (
    <StatRow label="Surveillance figures" compact>
      <StatCard
        label="Total Brokers"
        value={stats ? formatNumber(stats.totalBrokers) : none}
        to="/brokers"
        note="Under surveillance"
      />
      <StatCard
        label="Flagged Brokers"
        value={stats ? formatNumber(stats.flaggedBrokers) : none}
        note={stats && flaggedNote(stats)}
      />
      <StatCard
        label="Compliance Rate"
        value={stats ? formatPercent(stats.complianceRate) : none}
        note="Neither flagged nor suspended"
      />
      <StatCard
        label="Last Check"
        value={stats ? (lastCheck ? formatDate(lastCheck) : 'Never') : none}
        note={lastCheck ? <RelativeTime when={lastCheck} /> : stats && 'No broker has been checked'}
      />
    </StatRow>
  )
}
