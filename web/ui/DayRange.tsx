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

/** A date range filter. */
export function DayRange({ from, to, mistake, onChange, of }: DayRangeProps): ReactElement {
  const day = {
    type: 'date',
    'aria-invalid': mistake ? true : undefined,
    className: 'w-40! max-md:w-full!',
  } as const
  const fields = (
    <>
      <Input
        {...day}
        aria-label={of ? `${of}: first day` : 'First day'}
        value={from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Input
        {...day}
        aria-label={of ? `${of}: last day` : 'Last day'}
        value={to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
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
