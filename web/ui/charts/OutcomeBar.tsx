import type { ReactElement } from 'react'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

export interface Outcome {
  label: string
  value: number
  /** Of its part of the bar. */
  className: string
}

interface OutcomeBarProps {
  /** In their order, from the left. */
  outcomes: readonly Outcome[]
  /** The noun of the count: 'call'. */
  noun: string
  /** Names the parts below the bar, those that are not empty. */
  legend?: boolean
}

/** A bar of parts that add up to a whole, in the colours of their meaning. */
export function OutcomeBar({ outcomes, noun, legend }: OutcomeBarProps): ReactElement {
  const total = outcomes.reduce((sum, { value }) => sum + value, 0)
  const parts = outcomes.filter(({ value }) => value > 0)
  const words = parts.map(({ label, value }) => `${formatNumber(value)} ${label}`).join(', ')
  return (
    <div className="min-w-0">
      <div
        role="img"
        aria-label={total === 0 ? `No ${noun}s yet` : `${countOf(total, noun)}: ${words}`}
        title={words || undefined}
        className="flex h-2 gap-px overflow-hidden rounded-full bg-grey-soft"
      >
        {parts.map(({ label, value, className }) => (
          <span
            key={label}
            className={cx('h-full min-w-0.5', className)}
            style={{ width: `${(value / total) * 100}%` }}
          />
        ))}
      </div>
      {legend && parts.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
          {parts.map(({ label, value, className }) => (
            <li key={label} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={cx('size-2 rounded-full', className)} />
              <span className="font-medium text-ink">{formatNumber(value)}</span> {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
