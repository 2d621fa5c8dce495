import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { washNumbers } from '#contract/brokers/suppressions.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'

const SHOWN = 20

/** The result of a wash: figures and rejected rows. */
export function WashResult({ result }: { result: z.output<typeof washNumbers.returns> }): ReactElement {
  const { rows, listed, notListed, rejectedRows, rejected, rejects, notes } = result
  const figures = [
    ['Rows', rows],
    ['Listed', listed],
    ['Not listed', notListed],
    ['Rejected', rejectedRows],
  ] as const
  const save = (): void => downloadCsv('rejected-wash-rows.csv', [rejects.header, ...rejects.rows])
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        The wash was imported. {countOf(listed, 'number')} on the register: only express consent allows calls
        to {listed === 1 ? 'it' : 'them'}.
      </p>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="tabular text-xl font-semibold">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {rejected.length > 0 && (
        <section aria-label="Rejected rows">
          <div className="mb-1 flex items-center justify-between gap-3">
            <h3 className="font-semibold">Rejected rows</h3>
            <Button size="sm" onClick={save}>
              Download
            </Button>
          </div>
          <ul>
            {rejected.slice(0, SHOWN).map((each) => (
              <li key={`${each.row} ${each.reason}`} className="border-t border-line py-1.5 break-words">
                Row {formatNumber(each.row)}
                {each.value && ` ("${each.value}")`}: {each.reason}
              </li>
            ))}
          </ul>
          <p className="border-t border-line pt-1.5 text-ink-soft">
            {rejectedRows > SHOWN && `And ${formatNumber(rejectedRows - SHOWN)} more in the download. `}
            Calls to these numbers are not cleared by this file: download the rows, correct them and upload
            them again.
          </p>
        </section>
      )}
    </div>
  )
}
