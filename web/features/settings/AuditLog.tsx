import { ScrollText } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { auditSentence } from '#contract/accounts/audit-labels.ts'
import { type AuditEntry, listAudit } from '#contract/system/system.ts'
import { useList } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'
import { useScrolledTo } from '#web/lib/use-scrolled-to.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { AuditEntryPanel } from './AuditEntryPanel.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { auditQuery, daysMistake } from './audit-filters.ts'

const LIST = 'audit'
const filters = { q: '', person: '', kind: '', from: '', to: '' }

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    cell: (entry) => <span className="font-medium">{auditSentence(entry)}</span>,
    always: true,
    phone: 'title',
  },
  { id: 'actor', header: 'By', cell: (entry) => entry.actor, phone: 'second' },
  { id: 'ip', header: 'From', cell: (entry) => entry.ip ?? ABSENT, width: '9rem', wide: true },
  {
    id: 'at',
    header: 'When',
    cell: (entry) => <RelativeTime when={entry.at} />,
    width: '9rem',
    phone: 'second',
  },
  {
    id: 'exact',
    header: 'Exact time',
    cell: (entry) => formatDateTime(entry.at),
    width: '15rem',
    hidden: true,
  },
]

/** Changes and reads with their authors; an entry opens with its states before and after. */
export function AuditLog(): ReactElement {
  const [chosen, setFilters] = useUrlState(filters)
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const mistake = daysMistake(chosen)
  const list = useList(listAudit, { query: auditQuery(chosen) }, { enabled: mistake === null })
  const place = useScrolledTo('audit-log')
  return (
    <div ref={place} id="audit-log" className="scroll-mt-20">
      <Panel title="Audit log" flush>
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
          openLabel={(entry) => `Open ${auditSentence(entry)}`}
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
