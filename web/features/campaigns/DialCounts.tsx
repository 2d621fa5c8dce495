import type { ReactElement } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { type Skipped, skippedRows } from './skip-reasons.ts'

/** Figures side by side. */
export function Counts({ counts }: { counts: readonly { label: string; count: number }[] }): ReactElement {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-clip rounded-lg border border-line bg-line">
      {counts.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-0.5 bg-surface px-3 py-3">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="tabular text-xl font-semibold">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Reasons why brokers are left out, with counts. */
export function LeftOut({ skipped }: { skipped: Skipped }): ReactElement | null {
  const rows = skippedRows(skipped)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out" className="mb-1 text-sm font-medium">
        Why brokers are left out
      </h3>
      <ul className="tabular divide-y divide-line border-y border-line">
        {rows.map(({ reason, label, count }) => (
          <li key={reason} className="flex justify-between gap-4 py-1.5">
            <span>{label}</span>
            <span className="text-ink-soft">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
