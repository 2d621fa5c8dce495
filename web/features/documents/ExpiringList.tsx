import { CalendarClock } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { listReviewDocuments, type ReviewDocument } from '#contract/documents/document-reviews.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT, formatTotal } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { EXPIRING_DAYS, expiringQuery } from './document-filters.ts'
import { documentName, expiryText, expiryTone, sydneyToday } from './document-labels.ts'
import { Locked } from './Locked.tsx'
import { useOpenDocument } from './use-open-document.ts'

const RequestVersionDialog = lazyDialog(
  async () => (await import('./RequestVersionDialog.tsx')).RequestVersionDialog,
)

const TITLE = `Expired, or expiring within ${EXPIRING_DAYS} days`
const searchState = { q: '' }

const columnsFor = (onRequest: (document: ReviewDocument) => void): readonly Column<ReviewDocument>[] => [
  {
    id: 'broker',
    header: 'Broker',
    cell: ({ broker }) => <span className="font-medium">{broker.name}</span>,
    always: true,
    phone: 'title',
  },
  {
    id: 'type',
    header: 'Document',
    cell: ({ documentType }) => documentType.name,
    wrap: true,
    width: '21rem',
    phone: 'second',
    onPhone: ({ documentType, expiresOn }) => (
      <>
        <span className="block">{documentType.name}</span>
        {expiresOn && <span className="block">{formatDate(expiresOn)}</span>}
      </>
    ),
  },
  {
    id: 'expiresOn',
    header: 'Expiry date',
    cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn) : ABSENT),
    width: '8rem',
    phone: 'none',
  },
  {
    id: 'ends',
    header: 'Status',
    cell: (document) => <ExpiryState document={document} />,
    width: '12rem',
    phone: 'aside',
  },
  {
    id: 'required',
    header: 'Required',
    cell: ({ documentType }) => (documentType.required ? 'Yes' : 'No'),
    width: '6rem',
    hidden: true,
  },
  {
    id: 'asked',
    header: 'New version',
    cell: ({ askedNote }) => (askedNote === null ? 'Not requested' : 'Requested'),
    width: '8.5rem',
    wide: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (document) => <RequestButton document={document} onRequest={onRequest} />,
    width: '7.5rem',
  },
]

/** Approved documents that have expired or expire soon, soonest first. */
export function ExpiringList(): ReactElement {
  const refusal = useRefusal('documents.read')
  if (!refusal) return <Expiring />
  return (
    <Panel title={TITLE}>
      <Locked title="Brokers’ documents are confidential" refusal={refusal} />
    </Panel>
  )
}

function Expiring(): ReactElement {
  const [{ q }, setFilters] = useUrlState(searchState)
  const { open } = useOpenDocument()
  const list = useList(listReviewDocuments, { query: expiringQuery(q) })
  // in the table's parent: rows remount when the screen is rotated, and a dialog in a row would lose its input
  const [requested, setRequested] = useState<ReviewDocument | null>(null)
  const columns = useMemo(() => columnsFor(setRequested), [])
  return (
    <Panel
      title={TITLE}
      flush
      actions={list.items && <span className="tabular text-xs text-ink-soft">{formatTotal(list.total)}</span>}
    >
      <DataTable
        id="expiring-documents"
        label="Expired and expiring documents"
        noun="documents"
        columns={columns}
        rowKey={(document: ReviewDocument) => document.id}
        {...listProps(list)}
        loadingText="Loading documents..."
        isFiltered={q !== ''}
        onClearFilters={() => setFilters(searchState)}
        onOpen={(document) => open(document.id)}
        openLabel={(document) => `Open the ${documentName(document)}`}
        toolbar={
          <SearchField label="Search documents" value={q} onChange={(next) => setFilters({ q: next })} />
        }
        empty={
          <EmptyState icon={CalendarClock} title="Nothing is expiring soon">
            {`No approved document has expired or expires within ${EXPIRING_DAYS} days.`}
          </EmptyState>
        }
      />
      {requested && <RequestVersionDialog document={requested} onClose={() => setRequested(null)} />}
    </Panel>
  )
}

/** How often to check for a new day, in milliseconds. */
const checkInterval = (): number => 60_000

function ExpiryState({ document }: { document: ReviewDocument }): ReactElement {
  const today = sydneyToday(useNow(checkInterval))
  if (document.expiresOn === null) return <span>{ABSENT}</span>
  return (
    <StatusDot tone={expiryTone(document.expiresOn, today)} label={expiryText(document.expiresOn, today)} />
  )
}

interface RequestButtonProps {
  document: ReviewDocument
  onRequest: (document: ReviewDocument) => void
}

function RequestButton({ document, onRequest }: RequestButtonProps): ReactElement {
  const refusal = useRefusal('documents.review')
  return (
    <Button
      size="sm"
      aria-label={`Request new version of the ${documentName(document)}`}
      disabledReason={refusal}
      onClick={() => onRequest(document)}
    >
      Request
    </Button>
  )
}
