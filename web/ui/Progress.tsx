import type { ReactElement } from 'react'
import { cx } from './cx.ts'
import { dotClass, type Tone } from './tone.ts'

interface ProgressProps {
  /** Accessible name: 'Importing brokers'. */
  label: string
  value: number
  max: number
  /** Text above the bar, e.g. '312 of 1,000 rows'. */
  text?: string
  tone?: Tone | 'primary'
}

/** A progress bar for a total that is given. Without a total, show a count instead. */
export function Progress({ label, value, max, text, tone = 'primary' }: ProgressProps): ReactElement {
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <div>
      {text && (
        <div className="mb-1.5 flex justify-between gap-3 text-xs text-ink-soft">
          <span>{label}</span>
          <span>{text}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text ?? `${Math.round(percent)}%`}
        className="h-1.5 overflow-hidden rounded-full bg-grey-soft"
      >
        <div
          className={cx(
            'h-full rounded-full transition-[width] duration-200',
            tone === 'primary' ? 'bg-primary' : dotClass[tone],
          )}
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
