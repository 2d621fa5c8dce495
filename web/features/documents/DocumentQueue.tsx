import { FileSearch, ListChecks } from 'lucide-react'
import type { ReactElement } from 'react'
import { listReviewDocuments, type ReviewDocument } from '#contract/document-reviews.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { documentColumns } from './document-columns.tsx'
import {
  documentFilters,
  documentQuery,
  emptyTitle,
  isFiltered,
  knownStatus,
  sortOf,
} from './document-filters.ts'
import { documentName } from './document-words.ts'
import { Locked } from './Locked.tsx'
import { QueueFigures } from './QueueFigures.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import { useOpenDocument } from './use-open-document.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useReviewNext } from './use-review-next.ts'

/** What waits for a decision, and what was decided. */
export function DocumentQueue(): ReactElement {
  const refusal = useRefusal('documents.read')
  if (!refusal) return <Queue />
  return (
    <Panel title="Queue">
      <Locked title="Documents of brokers are personal" refusal={refusal} />
    </Panel>
  )
}

function Queue(): ReactElement {
  const [filters, setFilters] = useUrlState(documentFilters)
  const { open } = useOpenDocument()
  const list = useList(listReviewDocuments, { query: documentQuery(filters) })
  const next = useReviewNext(open)
  useReviewKeys({
    n: () => !next.refusal && !next.isPending && next.run(),
    j: focusRow,
    k: focusRow,
    c: claimRow,
  })
  return (
    <div className="flex flex-col gap-4">
      <QueueFigures />
      <Panel
        title="Queue"
        flush
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
      >
        <DataTable
          id="document-queue"
          label="Documents"
          noun="documents"
          columns={documentColumns}
          rowKey={(document: ReviewDocument) => document.id}
          {...listProps(list)}
          loadingText="Loading documents..."
          sort={sortOf(filters)}
          onSort={(sort) => setFilters({ sort })}
          isFiltered={isFiltered(filters)}
          onClearFilters={() => setFilters(documentFilters)}
          onOpen={(document) => open(document.id)}
          openLabel={(document) => `Open the ${documentName(document)}`}
          toolbar={<QueueFilters filters={filters} onChange={setFilters} />}
          empty={<EmptyQueue status={filters.status} />}
        />
      </Panel>
    </div>
  )
}

/** From there the table's own keys go on; a control within a row leads to its row. */
function focusRow(): void {
  const row = rowInFocus() ?? document.querySelector<HTMLElement>('[data-row="0"]')
  row?.focus()
}

/** Presses the button of the row, which knows whether it may. */
function claimRow(): void {
  rowInFocus()?.querySelector<HTMLElement>('button')?.click()
}

function rowInFocus(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
}

function EmptyQueue({ status }: { status: string }): ReactElement {
  const isAll = knownStatus(status) === 'all'
  return (
    <EmptyState
      icon={FileSearch}
      title={emptyTitle(status)}
      action={!isAll && <ButtonLink to="/brokers/documents?status=all">All documents</ButtonLink>}
    >
      A document appears here as soon as a broker uploads it in the portal.
    </EmptyState>
  )
}
