import type { ReactElement } from 'react'
import { Input } from './TextField.tsx'

interface DayRangeProps {
  from: string
  to: string
  /** Error for the range; null if it is valid. */
  mistake: string | null
  onChange: (change: { from?: string; to?: string }) => void
}

/** A date range filter. */
export function DayRange({ from, to, mistake, onChange }: DayRangeProps): ReactElement {
  const day = {
    type: 'date',
    'aria-invalid': mistake ? true : undefined,
    className: 'w-40! max-md:w-full!',
  } as const
  return (
    <>
      <Input
        {...day}
        aria-label="First day"
        value={from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Input
        {...day}
        aria-label="Last day"
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
}
