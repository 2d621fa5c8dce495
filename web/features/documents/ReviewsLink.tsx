import { FileSearch } from 'lucide-react'
import type { ReactElement } from 'react'
import { documentSummary } from '#contract/document-reviews.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

/** Link to the queue, with the pending count for users who may see it. */
export function ReviewsLink(): ReactElement {
  const refusal = useRefusal('documents.read')
  const { data } = useRead(documentSummary, undefined, { enabled: refusal === null })
  const pending = data?.pending ?? 0
  return (
    <ButtonLink to="/brokers/documents" variant="ghost" icon={FileSearch}>
      Document reviews
      {pending > 0 && (
        <span className="tabular rounded-full bg-amber-soft px-1.5 text-xs text-amber-ink">
          {formatNumber(pending)}
          <span className="sr-only"> pending</span>
        </span>
      )}
    </ButtonLink>
  )
}
