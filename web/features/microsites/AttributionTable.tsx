import { Download } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { Link } from 'react-router'
import type { AttributionDimension, AttributionReport } from '#contract/microsites/microsites.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { countOf, formatNumber, formatPercent } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { dimensionLabels, withoutLabels } from './visits-filters.ts'

type Row = AttributionReport['rows'][number]

interface AttributionTableProps {
  by: AttributionDimension
  /** Undefined while loading. */
  report: AttributionReport | undefined
  error: unknown
  onRetry: () => void
  isRefreshing: boolean
}

/** Visits, bookings and applications by one tag of the links, or by broker. */
export function AttributionTable(props: AttributionTableProps): ReactElement {
  const { by, report, error, onRetry, isRefreshing } = props
  const total = report?.visits ?? 0
  const columns = useMemo(() => columnsFor(by, total), [by, total])
  return (
    <>
      <DataTable
        id={`attribution-${by}`}
        label={`Visits by ${dimensionLabels[by].toLowerCase()}`}
        noun="rows"
        columns={columns}
        rows={report?.rows}
        rowKey={(row) => row.brokerId ?? row.value ?? ''}
        loadingText="Loading visits..."
        error={report ? null : error}
        onRetry={onRetry}
        isRefreshing={isRefreshing}
        toolbar={
          <div className="ml-auto min-h-7">
            {report && (
              <Button size="sm" icon={Download} onClick={() => exportCsv(report)}>
                Export CSV
              </Button>
            )}
          </div>
        }
        empty={
          <EmptyState title="No visits in this period">
            Counts people who open the page; bots, link previews and repeat visits within an hour are left
            out.
          </EmptyState>
        }
      />
      {report && report.others > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
          The first {formatNumber(report.rows.length)} are listed; {countOf(report.others, 'visit')} more had
          other values.
        </p>
      )}
    </>
  )
}

function columnsFor(by: AttributionDimension, total: number): readonly Column<Row>[] {
  const shareOf = ({ visits }: Row): number => (total > 0 ? (visits / total) * 100 : 0)
  return [
    {
      id: 'value',
      header: dimensionLabels[by],
      cell: (row) => <ValueCell row={row} by={by} />,
      value: (row) => row.value,
      always: true,
      phone: 'title',
      wrap: true,
      width: '16rem',
    },
    {
      ...figure('visits', 'Visits'),
      always: true,
      phone: 'aside',
      onPhone: ({ visits }) => countOf(visits, 'visit'),
    },
    {
      id: 'share',
      header: 'Share',
      cell: (row) => <Share percent={shareOf(row)} />,
      onPhone: (row) => formatPercent(shareOf(row)),
    },
    figure('bookings', 'Bookings'),
    figure('applications', 'Applications'),
  ]
}

/** The bar takes the space between the names and the figures. */
function Share({ percent }: { percent: number }): ReactElement {
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="h-2 min-w-8 flex-1 overflow-hidden rounded-full bg-grey-soft">
        <span className="block h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
      </span>
      <span className="tabular w-12 text-right">{formatPercent(percent)}</span>
    </span>
  )
}

function figure(name: 'visits' | 'bookings' | 'applications', header: string): Column<Row> {
  return {
    id: name,
    header,
    cell: (row) => formatNumber(row[name]),
    value: (row) => row[name],
    align: 'end',
    width: '7.5rem',
  }
}

function ValueCell({ row, by }: { row: Row; by: AttributionDimension }): ReactElement {
  if (row.value === null) return <span className="text-ink-soft">{withoutLabels[by]}</span>
  if (row.brokerId === null) return <span className="font-medium break-all">{row.value}</span>
  return (
    <Link to={pathTo.broker(row.brokerId)} className="rounded font-medium hover:text-link hover:underline">
      {row.value}
    </Link>
  )
}

function exportCsv({ by, from, to, rows }: AttributionReport): void {
  downloadCsv(`visits-by-${by}-${from}-${to}.csv`, [
    [by, 'visits', 'bookings', 'applications'],
    ...rows.map((row) => [row.value, row.visits, row.bookings, row.applications]),
  ])
}
