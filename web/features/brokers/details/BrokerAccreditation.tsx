import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { brokerAccreditation } from '#contract/documents/document-reviews.ts'
import { accreditationStateLabels, documentStatusLabels } from '#contract/documents/documents.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { accreditationTone, documentTone } from './accreditation-badges.ts'

/** The broker's accreditation by document type, with links for users who may open documents. */
export function BrokerAccreditation({ brokerId }: { brokerId: number }): ReactElement {
  const { data, error, refetch } = useRead(brokerAccreditation, { params: { id: brokerId } })
  const shown = data?.types.filter(({ documentType, status }) => documentType.required || status !== null)
  return (
    <PanelSection
      title="Documents"
      aside={
        data && <Badge tone={accreditationTone[data.status]}>{accreditationStateLabels[data.status]}</Badge>
      }
    >
      {data && (
        <p className="mb-2 text-ink-soft">
          {data.fulfilled} of {data.required} required documents approved, {data.percent}%
        </p>
      )}
      <ul className="flex flex-col gap-1.5">
        {shown?.map(({ documentType, status, expiresOn, documentId }) => (
          <li key={documentType.id} className="flex items-baseline justify-between gap-x-3">
            <span className="min-w-0 break-words">
              {documentId === null ? (
                documentType.name
              ) : (
                <Link to={`/brokers/documents?document=${documentId}`} className="link">
                  {documentType.name}
                </Link>
              )}
              {expiresOn && (
                <span className="block text-xs text-ink-soft">Until {formatDate(expiresOn)}</span>
              )}
            </span>
            <span className="shrink-0">
              <StatusDot
                tone={documentTone(status)}
                label={status === null ? 'Missing' : documentStatusLabels[status]}
              />
            </span>
          </li>
        ))}
      </ul>
      {!data && error && (
        <ErrorState title="The documents could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-20" />}
    </PanelSection>
  )
}
