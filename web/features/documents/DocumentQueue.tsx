import { FileSearch, ListChecks } from 'lucide-react'
import type { ReactElement } from 'react'
import { listReviewDocuments } from '#contract/documents/document-reviews.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ReviewQueue } from '#web/ui/review/ReviewQueue.tsx'
import { queueKeys, useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { DocumentFigures } from './DocumentFigures.tsx'
import { DocumentFilterRow } from './DocumentFilterRow.tsx'
import { documentColumns, pendingColumns } from './document-columns.tsx'
import { documentDesk } from './document-desk.ts'
import {
  documentFilters,
  documentQuery,
  emptyTitle,
  isFiltered,
  knownStatus,
  sortOf,
} from './document-filters.ts'
import { Locked } from './Locked.tsx'
import { useOpenDocument } from './use-open-document.ts'
import { useReviewNext } from './use-review-next.ts'

/** Pending and decided documents. */
export function DocumentQueue(): ReactElement {
  const refusal = useRefusal('documents.read')
  if (!refusal) return <Queue />
  return (
    <Panel title="Queue">
      <Locked title="Brokers’ documents are confidential" refusal={refusal} />
    </Panel>
  )
}

function Queue(): ReactElement {
  const [filters, setFilters] = useUrlState(documentFilters)
  const { open } = useOpenDocument()
  const list = useList(listReviewDocuments, { query: documentQuery(filters) })
  const next = useReviewNext(open)
  useReviewKeys({ ...queueKeys, n: () => !next.refusal && !next.isPending && next.run() })
  const status = knownStatus(filters.status)
  const isAll = status === 'all'
  return (
    <div className="flex flex-col gap-4">
      <DocumentFigures />
      <ReviewQueue
        desk={documentDesk}
        id="document-queue"
        noun="documents"
        columns={status === 'pending' ? pendingColumns : documentColumns}
        list={list}
        sort={sortOf(filters)}
        onSort={(sort) => setFilters({ sort })}
        isFiltered={isFiltered(filters)}
        onClearFilters={() => setFilters(documentFilters)}
        onOpen={open}
        filters={<DocumentFilterRow filters={filters} onChange={setFilters} />}
        actions={
          <Button
            variant="primary"
            icon={ListChecks}
            aria-keyshortcuts="n"
            pending={next.isPending}
            pendingText="Opening..."
            disabledReason={next.refusal}
            onClick={next.run}
          >
            Review next
          </Button>
        }
        empty={{
          icon: FileSearch,
          title: emptyTitle(filters.status),
          all: isAll ? null : { label: 'All documents', to: '/brokers/documents?status=all' },
          text: 'A document appears here as soon as a broker uploads it in the portal.',
        }}
      />
    </div>
  )
}
