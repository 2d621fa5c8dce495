import { ScrollText } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { auditSentence } from '#contract/accounts/audit-labels.ts'
import { type AuditEntry, exportAudit, listAudit } from '#contract/system/system.ts'
import { urlOf } from '#web/api/call.ts'
import { useList } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'
import { useScrolledTo } from '#web/lib/use-scrolled-to.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { AuditEntryPanel } from './AuditEntryPanel.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { AuditSentence, withName } from './AuditSubject.tsx'
import { auditActor } from './audit-actor.ts'
import { auditQuery, daysMistake } from './audit-filters.ts'

const LIST = 'audit'
const filters = { q: '', person: '', kind: '', from: '', to: '' }

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    cell: (entry) => <AuditSentence entry={entry} />,
    always: true,
    phone: 'title',
    onPhone: (entry) => auditSentence(withName(entry)),
  },
  {
    id: 'actor',
    header: 'By',
    cell: (entry) => <Actor entry={entry} />,
    width: '17rem',
    phone: 'second',
    onPhone: (entry) => auditActor(entry).name,
  },
  { id: 'ip', header: 'IP address', cell: (entry) => entry.ip ?? ABSENT, width: '9rem', wide: true },
  {
    id: 'at',
    header: 'When',
    cell: (entry) => formatDateTime(entry.at),
    width: '15rem',
    phone: 'second',
  },
  {
    id: 'ago',
    header: 'How long ago',
    cell: (entry) => <RelativeTime when={entry.at} />,
    width: '9rem',
    hidden: true,
  },
]

/** A person's name above their address; automatic entries have no second line. */
function Actor({ entry }: { entry: AuditEntry }): ReactElement {
  const { name, detail } = auditActor(entry)
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{name}</span>
      {entry.actorName !== null && <span className="truncate text-xs text-ink-soft">{detail}</span>}
    </span>
  )
}

/** Changes and reads with their authors; an entry opens with its states before and after. */
export function AuditLog(): ReactElement {
  const [chosen, setFilters] = useUrlState(filters)
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const mistake = daysMistake(chosen)
  const list = useList(listAudit, { query: auditQuery(chosen) }, { enabled: mistake === null })
  const place = useScrolledTo('audit-log')
  return (
    <div ref={place} id="audit-log" className="scroll-mt-20">
      <Panel
        title="Audit log"
        flush
        actions={
          <DownloadButton
            url={urlOf(exportAudit, undefined, auditQuery(chosen))}
            fallbackName="audit-log.csv"
            failure="Failed to export the audit log"
            disabledReason={mistake}
          >
            Export CSV
          </DownloadButton>
        }
      >
        <DataTable
          id={LIST}
          label="Audit log"
          noun="entries"
          columns={columns}
          rowKey={(entry: AuditEntry) => entry.id}
          {...listProps(list)}
          loadingText="Loading the audit log..."
          isFiltered={Object.values(chosen).some((value) => value !== '')}
          onClearFilters={() => setFilters(filters)}
          onOpen={setOpen}
          openLabel={(entry) => `Open ${auditSentence(withName(entry))}`}
          selectedKey={open?.id ?? null}
          toolbar={<AuditFilterBar chosen={chosen} mistake={mistake} onChange={setFilters} />}
          empty={
            <EmptyState icon={ScrollText} title="Nothing logged yet">
              Every change by staff and every played recording is logged here.
            </EmptyState>
          }
        />
      </Panel>
      <AuditEntryPanel
        entry={open}
        list={LIST}
        onGo={(id) => setOpen(list.items?.find((entry) => entry.id === id) ?? open)}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}
