import type { ReactElement } from 'react'
import { type LoanImport, loanRejects } from '#contract/scoring/loans.ts'
import { urlOf } from '#web/api/call.ts'
import { ABSENT, countOf, formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'

/** Rejected rows with their reasons; nothing where there are none. */
export function LoanProblems({ data }: { data: LoanImport }): ReactElement | null {
  const { counts, problems, id } = data
  if (counts.rejected === 0) return null
  return (
    <Panel
      title={`Rejected: ${countOf(counts.rejected, 'row')}`}
      actions={
        <DownloadButton
          url={urlOf(loanRejects, { id })}
          fallbackName="rejected-loans.csv"
          failure="Failed to download the rejected rows"
        >
          Download rejected rows
        </DownloadButton>
      }
    >
      <p className="mb-2 text-ink-soft">
        Correct the rows in the downloaded file and upload it again: loans imported before are recognised.
      </p>
      <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
        {problems.map(({ row, column, value, reason }) => (
          <li key={`${row} ${column} ${reason}`} className="py-1.5">
            <span className="font-medium">{`Row ${formatNumber(row)}, ${column}: `}</span>
            {reason} <span className="text-ink-soft">({value || ABSENT})</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
