import type { ReactElement } from 'react'
import { Input } from './TextField.tsx'

interface DayRangeProps {
  from: string
  to: string
  /** Error for the range; null if it is valid. */
  mistake: string | null
  onChange: (change: { from?: string; to?: string }) => void
  /** The event on these days, where a list has several: 'Booked'. */
  of?: string
}

/** In a dialog of a phone the label is above its field. */
const dayClass = 'flex items-center gap-2 max-md:flex-col max-md:items-stretch max-md:gap-1'

/** Visual only: the field has the same word in its own label. */
function DayLabel({ children }: { children: string }): ReactElement {
  return (
    <span aria-hidden className="text-xs text-ink-soft">
      {children}
    </span>
  )
}

/** A date range filter. */
export function DayRange({ from, to, mistake, onChange, of }: DayRangeProps): ReactElement {
  const day = {
    type: 'date',
    'aria-invalid': mistake ? true : undefined,
    className: 'w-40! max-md:w-full!',
  } as const
  const fields = (
    <>
      <span className={dayClass}>
        {!of && <DayLabel>From</DayLabel>}
        <Input
          {...day}
          aria-label={of ? `${of}: first day` : 'From, first day'}
          value={from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </span>
      <span className={dayClass}>
        {!of && <DayLabel>To</DayLabel>}
        <Input
          {...day}
          aria-label={of ? `${of}: last day` : 'To, last day'}
          value={to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </span>
      {mistake && (
        <p role="alert" className="text-xs text-red-ink">
          {mistake}
        </p>
      )}
    </>
  )
  if (!of) return fields
  return (
    <div className="flex items-center gap-2 max-md:contents">
      <span className="text-xs text-ink-soft max-md:col-span-2">{of} between</span>
      {fields}
    </div>
  )
}
