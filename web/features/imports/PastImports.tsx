import { FileSpreadsheet } from 'lucide-react'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import { listImports } from '#contract/brokers/imports.ts'
import { useRead } from '#web/api/use-read.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { importStatusLooks, isRunning } from './import-rules.ts'

type Former = z.output<typeof listImports.returns>[number]

const columns: readonly Column<Former>[] = [
  {
    id: 'filename',
    header: 'File',
    cell: (each) => each.filename,
    value: (each) => each.filename,
    always: true,
    phone: 'title',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (each) => <StatusCell each={each} />,
    value: (each) => importStatusLooks[each.status].label,
    width: '13rem',
    phone: 'second',
  },
  count('rows', 'Rows', (each) => each.counts.rows),
  { ...count('created', 'Added', (each) => each.result?.created), phone: 'labelled' },
  count('updated', 'Updated', (each) => each.result?.updated),
  { ...count('rejected', 'Rejected', (each) => each.counts.rejected), phone: 'labelled' },
  {
    id: 'createdBy',
    header: 'By',
    cell: (each) => each.createdBy ?? ABSENT,
    value: (each) => each.createdBy,
    width: '11rem',
    wide: true,
  },
  {
    id: 'createdAt',
    header: 'Uploaded',
    cell: (each) => <RelativeTime when={each.createdAt} />,
    value: (each) => new Date(each.createdAt).getTime(),
    width: '8.5rem',
    phone: 'aside',
  },
]

function count(id: string, header: string, value: (each: Former) => number | undefined): Column<Former> {
  return { id, header, value, cell: (each) => formatNumber(value(each)), align: 'end', width: '6rem' }
}

function StatusCell({ each }: { each: Former }): ReactElement {
  const { label, tone } = importStatusLooks[each.status]
  const percent = each.progress.total > 0 ? Math.floor((each.progress.done / each.progress.total) * 100) : 0
  const running = isRunning(each.status)
  return <StatusDot tone={tone} label={running ? `${label} (${percent}%)` : label} active={running} />
}

/** All imports, including those running in the background. */
export function PastImports({ onOpen }: { onOpen: (id: number) => void }): ReactElement {
  const list = useRead(listImports)
  return (
    <Panel title="Past imports" flush>
      <DataTable
        id="imports"
        label="Past imports"
        noun="imports"
        columns={columns}
        rowKey={(each: Former) => each.id}
        {...readProps(list)}
        loadingText="Loading imports..."
        onOpen={(each) => onOpen(each.id)}
        openLabel={(each) => `Open the import of ${each.filename}`}
        toolbar={
          !list.error &&
          list.data?.length !== 0 && (
            <p className="text-ink-soft">
              Open an import to see its result and rejected rows, or to undo it.
            </p>
          )
        }
        empty={
          <EmptyState icon={FileSpreadsheet} title="No imports yet">
            Imports are listed here with their results and can be undone.
          </EmptyState>
        }
      />
    </Panel>
  )
}
