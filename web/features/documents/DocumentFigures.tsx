import type { ReactElement } from 'react'
import { documentSummary } from '#contract/documents/document-reviews.ts'
import { REVIEW_DAYS } from '#contract/documents/reviews.ts'
import { useRead } from '#web/api/use-read.ts'
import { figureText, QueueFigures } from '#web/ui/review/QueueFigures.tsx'
import { StatCard } from '#web/ui/StatCard.tsx'
import { EXPIRING_DAYS } from './document-filters.ts'

const EXPIRING = '/brokers/documents?tab=expiring'

/** The cards above the queue: pending, expiring and expired documents. */
export function DocumentFigures(): ReactElement {
  const { data, isError } = useRead(documentSummary)
  const count = (value: number | undefined): string | undefined => figureText(value, isError)
  return (
    <QueueFigures
      label="Document figures"
      to="/brokers/documents"
      pending={count(data?.pending)}
      mine={count(data?.mine)}
      oldestDays={data?.oldestDays}
    >
      <StatCard
        label="Overdue"
        value={count(data?.overdue)}
        to={`/brokers/documents?age=${REVIEW_DAYS}`}
        note={`Waiting ${REVIEW_DAYS} days or longer`}
      />
      <StatCard
        label="Expiring soon"
        value={count(data?.expiringSoon)}
        to={EXPIRING}
        note={`Within ${EXPIRING_DAYS} days`}
      />
      <StatCard
        label="Expired"
        value={count(data?.expired)}
        to={EXPIRING}
        note="Approved, but past the expiry date"
      />
    </QueueFigures>
  )
}
