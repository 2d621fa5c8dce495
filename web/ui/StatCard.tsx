import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { formatChange } from '#web/lib/format.ts'
import { cx } from './cx.ts'
import { LiveValue } from './LiveValue.tsx'

interface StatCardProps {
  label: string
  /** Already formatted; undefined while it loads. */
  value: string | undefined
  /** Percent change from the previous period; null for no indicator. */
  change?: number | null | undefined
  /** The reference of the change. */
  changeText?: string
  /** Link to the list behind the figure. */
  to?: string
  /** Below the figure: what it counts, where another figure has a similar name. */
  basis?: string
  /** Next to the label: its definition. */
  about?: ReactNode
  /** Text below the figure instead of the change. */
  note?: ReactNode
  /** The trend of the figure: a Sparkline, or null while it loads. Its space is reserved. */
  trend?: ReactNode
}

/** A figure with its change; group several in a StatRow. */
export function StatCard(props: StatCardProps): ReactElement {
  const hasNote = 'note' in props || 'change' in props
  const { label, value, change, changeText = 'from last week', to, basis, about, note, trend } = props
  return (
    <div className="group relative flex flex-col px-3 py-2 md:gap-1 md:px-5 md:py-4">
      <dt className="text-xs font-medium text-ink-soft max-md:in-data-compact:text-[0.6875rem] max-md:in-data-compact:whitespace-nowrap">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 group-hover:text-link">
            {label}
          </Link>
        ) : (
          label
        )}
        {/* above the link, which takes the whole card */}
        {about && <span className="relative z-1 ml-1">{about}</span>}
      </dt>
      <dd className="tabular text-xl leading-7 font-semibold tracking-tight max-md:in-data-compact:text-base max-md:in-data-compact:leading-5 max-md:in-data-compact:whitespace-nowrap md:text-2xl md:leading-8">
        {value === undefined ? (
          <span aria-hidden className="skeleton my-1 block h-6 w-20" />
        ) : (
          <LiveValue value={value} />
        )}
      </dd>
      {basis && (
        <dd className="text-xs text-ink-soft max-md:in-data-compact:text-[0.6875rem] max-md:in-data-compact:leading-4">
          {basis}
        </dd>
      )}
      {(hasNote || !basis) && (
        <dd className="min-h-4 text-xs text-ink-soft max-md:in-data-compact:sr-only">
          {note ?? (typeof change === 'number' && <Change value={change} text={changeText} />)}
        </dd>
      )}
      {trend !== undefined && <dd className="mt-1.5 h-6">{trend}</dd>}
    </div>
  )
}

function Change({ value, text }: { value: number; text: string }): ReactElement {
  const isUp = value >= 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className="inline-flex items-center gap-1">
      <span
        className={cx(
          'inline-flex items-center gap-0.5 font-medium',
          isUp ? 'text-green-ink' : 'text-red-ink',
        )}
      >
        <Arrow aria-hidden className="size-3" strokeWidth={2.25} />
        <span className="sr-only">{isUp ? 'Up' : 'Down'} </span>
        {formatChange(Math.abs(value))}
      </span>{' '}
      <span>{text}</span>
    </span>
  )
}

interface StatRowProps {
  label: string
  /** Above a list: on a phone low cards without notes, so that the list starts on the first screen. */
  compact?: boolean
  children: ReactNode
}

/** Lays stat cards side by side in one frame; two by two on a phone. */
export function StatRow({ label, compact, children }: StatRowProps): ReactElement {
  return (
    <dl
      aria-label={label}
      data-compact={compact || undefined}
      className={cx(
        'stat-row grid grid-cols-2 gap-px overflow-clip rounded-lg border border-line bg-line *:bg-surface not-print:max-lg:*:last:odd:col-span-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none print:grid-flow-col print:auto-cols-fr print:grid-cols-none',
      )}
    >
      {children}
    </dl>
  )
}
