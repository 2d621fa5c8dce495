import type { ReactElement } from 'react'
import { listRetentionRuns, NIGHTLY_JOB, type RetentionRun } from '#contract/system/retention.ts'
import { retentionTerms } from '#contract/system/retention-terms.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Column } from '#web/ui/table-columns.ts'

const look = {
  running: { tone: 'blue', label: 'Running' },
  done: { tone: 'green', label: 'Done' },
  failed: { tone: 'red', label: 'Incomplete' },
} as const

const removedBy = ({ removed }: RetentionRun): number => removed.reduce((sum, { count }) => sum + count, 0)

/** 'Call recordings 3, Microsite visits 12'; failures first. */
function whatWent({ removed, failed }: RetentionRun): string {
  const names = failed.map((kind) => retentionTerms[kind].label)
  const trouble = names.length > 0 ? [`Not all removed yet, tried again: ${names.join(', ')}`] : []
  const went = removed.map(({ kind, count }) => `${retentionTerms[kind].label} ${formatNumber(count)}`)
  return [...trouble, went.join(', ') || 'Nothing was past its period'].join('. ')
}

const columns: readonly Column<RetentionRun>[] = [
  {
    id: 'day',
    header: 'Night',
    cell: (run) => <span className="font-medium">{formatDate(`${run.day}T12:00:00Z`)}</span>,
    value: (run) => run.day,
    width: '8rem',
    phone: 'title',
  },
  {
    id: 'status',
    header: 'Result',
    cell: (run) => <StatusDot {...look[run.status]} />,
    width: '8rem',
    phone: 'aside',
  },
  {
    id: 'removed',
    header: 'Removed',
    cell: (run) => formatNumber(removedBy(run)),
    value: removedBy,
    align: 'end',
    width: '7rem',
  },
  { id: 'kinds', header: 'Of each kind', cell: whatWent, wrap: true, phone: 'second' },
  {
    id: 'finished',
    header: 'Finished',
    cell: (run) => (run.finishedAt ? formatDateTime(run.finishedAt) : 'Not yet'),
    value: (run) => run.finishedAt,
    width: '14rem',
    wide: true,
  },
  {
    id: 'actor',
    header: 'By',
    cell: ({ actor }) => (actor === NIGHTLY_JOB ? 'Nightly job' : actor),
    width: '7rem',
    wide: true,
  },
]

/** Records that the last nights removed. */
export function RemovalHistory(): ReactElement {
  const read = useRead(listRetentionRuns)
  return (
    <Panel title="Past removals" flush>
      <DataTable
        id="removal-history"
        label="Nightly removals"
        noun="nights"
        columns={columns}
        rowKey={(run: RetentionRun) => run.day}
        {...readProps(read)}
        loadingText="Loading the history..."
        empty={
          <EmptyState title="Nothing has been removed yet">
            The first removal runs in the coming night, between 2 and 4 am in Sydney.
          </EmptyState>
        }
      />
    </Panel>
  )
}
