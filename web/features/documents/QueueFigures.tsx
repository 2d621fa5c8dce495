import type { ReactElement } from 'react'
import { documentSummary } from '#contract/document-reviews.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { EXPIRING_DAYS } from './document-filters.ts'

const EXPIRING = '/brokers/documents?tab=expiring'

/** The cards above the queue; each opens what it counts. */
export function QueueFigures(): ReactElement {
  const { data, isError } = useRead(documentSummary)
  const figure = (text: string | undefined): string | undefined =>
    text ?? (isError ? formatNumber(null) : undefined)
  const count = (value: number | undefined): string | undefined =>
    figure(value === undefined ? undefined : formatNumber(value))
  return (
    <StatRow label="Document figures">
      <StatCard
        label="Pending"
        value={count(data?.pending)}
        to="/brokers/documents"
        note={data && oldestText(data.oldestDays)}
      />
      <StatCard
        label="In your hands"
        value={count(data?.mine)}
        to="/brokers/documents?claimed=mine"
        note="Claimed by you, to be decided"
      />
      <StatCard
        label="Ending soon"
        value={count(data?.expiringSoon)}
        to={EXPIRING}
        note={`Within ${EXPIRING_DAYS} days`}
      />
      <StatCard
        label="Ended"
        value={count(data?.expired)}
        to={EXPIRING}
        note="Approved, but past the last day"
      />
    </StatRow>
  )
}

function oldestText(days: number | null): string {
  if (days === null) return 'Nothing waits'
  return days === 0 ? 'The oldest came today' : `The oldest waits ${countOf(days, 'day')}`
}
