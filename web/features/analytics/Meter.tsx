import type { ReactElement } from 'react'

/** A bar that is full at `most`; aria-hidden, because the figure is next to it. */
export function Meter({ value, most }: { value: number; most: number }): ReactElement {
  const part = Math.min(100, (value / most) * 100)
  return (
    <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
      <div className="h-full rounded-full bg-primary" style={{ width: `${part}%` }} />
    </div>
  )
}
