import type { ReactElement } from 'react'
import type { z } from 'zod'
import { type BrokerImport, type importProblem, importRejects } from '#contract/brokers/imports.ts'
import { urlOf } from '#web/api/call.ts'
import { ABSENT, countOf, formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import type { Column } from '#web/ui/table-columns.ts'

type Problem = z.output<typeof importProblem>

const columns: readonly Column<Problem>[] = [
  {
    id: 'row',
    header: 'Row',
    cell: (problem) => (
      <span className="md:tabular">
        <span className="md:hidden">Row </span>
        {formatNumber(problem.row)}
      </span>
    ),
    value: (problem) => problem.row,
    align: 'end',
    width: '5.5rem',
    always: true,
    phone: 'title',
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: (problem) => problem.reason,
    value: (problem) => problem.reason,
    wrap: true,
    phone: 'second',
  },
  {
    id: 'column',
    header: 'Column',
    cell: (problem) => problem.column || ABSENT,
    value: (problem) => problem.column,
    width: '11rem',
    phone: 'aside',
  },
  {
    id: 'value',
    header: 'Value',
    cell: (problem) => problem.value || ABSENT,
    value: (problem) => problem.value,
    wrap: true,
    width: '16rem',
  },
]

/** Rejected rows with their reasons; hidden if there are none. */
export function ProblemsPanel({ data }: { data: BrokerImport }): ReactElement | null {
  if (data.counts.rejected === 0) return null
  const isPart = new Set(data.problems.map(({ row }) => row)).size < data.counts.rejected
  return (
    <Panel
      title={`Rejected: ${countOf(data.counts.rejected, 'row')}`}
      flush
      actions={
        <DownloadButton
          url={urlOf(importRejects, { id: data.id })}
          fallbackName="rejected-rows.csv"
          failure="Failed to download the rejected rows"
        >
          Download rejected rows
        </DownloadButton>
      }
    >
      {data.reasons.length > 0 && (
        <ul aria-label="Reasons" className="flex flex-col gap-1 border-b border-line px-4 py-3">
          {data.reasons.map(({ reason, column, rows }) => (
            <li key={`${column} ${reason}`} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 break-words">
                {reason}
                {column && <span className="text-ink-soft"> ({column})</span>}
              </span>
              <span className="tabular shrink-0 font-medium">{countOf(rows, 'row')}</span>
            </li>
          ))}
        </ul>
      )}
      <DataTable
        id="import-problems"
        label="Problems"
        noun="problems"
        columns={columns}
        rowKey={(problem: Problem) => `${problem.row} ${problem.column} ${problem.reason}`}
        rows={data.problems}
        loadingText="Loading problems..."
        empty={null}
        toolbar={
          <p className="text-ink-soft">
            {isPart && `The first ${countOf(data.problems.length, 'problem')}; the file has them all. `}
            Correct the rows in the downloaded file and import it again: rows imported before are recognised.
          </p>
        }
      />
    </Panel>
  )
}
