import type { ReactElement } from 'react'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import type { Outcome } from './OutcomeBar.tsx'

interface OutcomeBarsProps {
  /** In their order, from the top; empty ones keep their place, so that no bar jumps. */
  outcomes: readonly Outcome[]
  /** The noun of the count: 'call'. */
  noun: string
}

/** A labelled bar for each part of a whole, with its count and share. */
export function OutcomeBars({ outcomes, noun }: OutcomeBarsProps): ReactElement {
  const total = outcomes.reduce((sum, { value }) => sum + value, 0)
  const most = Math.max(1, ...outcomes.map(({ value }) => value))
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{`Share of each outcome, per ${noun}`}</caption>
      <thead className="sr-only">
        <tr>
          {['Outcome', 'Share', 'Count', 'Percent'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ label, value, className }) => (
          <tr key={label}>
            <th scope="row" className="w-48 py-1.5 pr-3 font-normal max-md:w-40">
              {label}
            </th>
            <td aria-hidden className="py-1.5">
              <span className="block h-3 rounded-sm bg-sunken">
                <span
                  className={cx('block h-full rounded-sm', value > 0 && 'min-w-0.5', className)}
                  style={{ width: `${(value / most) * 100}%` }}
                />
              </span>
            </td>
            <td className="tabular w-16 py-1.5 text-right font-medium">
              <LiveValue value={formatNumber(value)} />
            </td>
            <td className="tabular w-16 py-1.5 text-right text-ink-soft">
              {formatPercent(total === 0 ? null : (value / total) * 100)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
