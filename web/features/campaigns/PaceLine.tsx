import type { ReactElement } from 'react'
import { countOf } from '#web/lib/format.ts'
import { usePace } from './use-pace.ts'

/** Dials per minute, with the last minute as a sparkline. */
export function PaceLine({ id, dials }: { id: number; dials: number }): ReactElement {
  const { perMinute, bars } = usePace(id, dials)
  const most = Math.max(1, ...bars)
  const points = bars.map((bar, index) => `${index * 3},${15 - (bar / most) * 14}`).join(' ')
  return (
    <span className="inline-flex items-center gap-1.5">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the words beside it say the same */}
      <svg aria-hidden viewBox="0 0 57 16" className="h-4 w-14 overflow-visible">
        <polyline
          points={points}
          fill="none"
          strokeWidth="1.5"
          strokeLinejoin="round"
          className="stroke-primary"
        />
      </svg>
      {perMinute === null ? 'Measuring pace' : `${countOf(perMinute, 'call')} a minute`}
    </span>
  )
}
