import { Eye } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { getBroker } from '#contract/brokers/brokers.ts'
import { type DocumentAccess, listDocumentAccess } from '#contract/documents/document-types.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { BrokerPicker } from '#web/features/brokers/BrokerPicker.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { knownId } from './document-filters.ts'
import { Locked } from './Locked.tsx'

const TITLE = 'Document access'
const accessState = { broker: '' }
const columns: readonly Column<DocumentAccess>[] = [
  {
    id: 'actor',
    header: 'Person',
    cell: ({ actor }) => <span className="font-medium">{actor}</span>,
    always: true,
    phone: 'title',
  },
  {
    id: 'how',
    header: 'Action',
    cell: ({ how }) =>
      how === 'viewed' ? (
        <StatusDot tone="grey" label="Viewed" />
      ) : (
        <StatusDot tone="blue" label="Downloaded" />
      ),
    width: '8rem',
    phone: 'second',
  },
  {
    id: 'document',
    header: 'Document',
    cell: (access) => <DocumentLink access={access} />,
    wrap: true,
    phone: 'second',
  },
  {
    id: 'broker',
    header: 'Broker',
    cell: ({ broker }) =>
      broker ? (
        <Link to={pathTo.broker(broker.id)} className="link">
          {broker.name}
        </Link>
      ) : (
        ABSENT
      ),
    width: '12rem',
    phone: 'second',
  },
  {
    id: 'ip',
    header: 'IP address',
    cell: ({ ip }) => ip ?? ABSENT,
    width: '9rem',
    wide: true,
    phone: 'second',
  },
  { id: 'at', header: 'When', cell: ({ at }) => <RelativeTime when={at} />, width: '9rem', phone: 'aside' },
  {
    id: 'exact',
    header: 'Exact time',
    cell: ({ at }) => formatDateTime(at),
    width: '15rem',
    hidden: true,
  },
]

/** Every view and download of documents and application files, for users with access to the log. */
export function AccessLog(): ReactElement {
  const refusal = useRefusal('access_log.read')
  if (!refusal) return <Log />
  return (
    <Panel title={TITLE}>
      <Locked title="The access log is confidential" refusal={refusal} />
    </Panel>
  )
}

function Log(): ReactElement {
  const [{ broker }, setFilters] = useUrlState(accessState)
  const brokerId = knownId(broker)
  const list = useList(listDocumentAccess, { query: brokerId ? { brokerId } : {} })
  const chosen = useRead(getBroker, { params: { id: brokerId ?? 0 } }, { enabled: brokerId !== null })
  const picked = brokerId && {
    id: brokerId,
    name: chosen.data?.name ?? `Broker ${brokerId}`,
    company: chosen.data?.company ?? null,
  }
  return (
    <Panel title={TITLE} flush hideTitle>
      <DataTable
        id="document-access"
        label="Access log"
        noun="entries"
        columns={columns}
        rowKey={(access: DocumentAccess) => access.id}
        {...listProps(list)}
        loadingText="Loading the access log..."
        isFiltered={brokerId !== null}
        onClearFilters={() => setFilters(accessState)}
        toolbar={
          <div className="w-full py-1 md:w-80">
            <BrokerPicker
              label="Documents of"
              value={picked || null}
              onChange={(next) => setFilters({ broker: next ? String(next.id) : '' })}
            />
          </div>
        }
        empty={
          <EmptyState icon={Eye} title="No document has been viewed yet">
            Every view and download of a broker’s document or application file is recorded here.
          </EmptyState>
        }
      />
    </Panel>
  )
}

function DocumentLink({ access: { document } }: { access: DocumentAccess }): ReactElement {
  const name = document.typeName ?? document.filename
  return (
    <span className="min-w-0">
      {document.id === null ? (
        name
      ) : (
        <Link to={`/brokers/documents?tab=access&document=${document.id}`} className="link">
          {name}
        </Link>
      )}
      {document.typeName && (
        <span className="text-xs break-all text-ink-soft md:block"> {document.filename}</span>
      )}
    </span>
  )
}
