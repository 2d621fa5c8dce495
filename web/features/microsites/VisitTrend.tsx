import type { ReactElement } from 'react'

const WIDTH = 5
const HEIGHT = 28

/** Visits of the last days as small bars; the figures are on the page of visits. */
export function VisitTrend({ days }: { days: readonly number[] }): ReactElement | null {
  const most = Math.max(...days)
  if (days.length === 0 || most <= 0) return null
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decoration next to the figure
    <svg aria-hidden width={days.length * WIDTH} height={HEIGHT} className="fill-primary/60">
      {days.map((visits, day) => {
        const height = visits === 0 ? 1 : Math.max(2, (visits / most) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
            key={day}
            x={day * WIDTH}
            y={HEIGHT - height}
            width={WIDTH - 1}
            height={height}
          />
        )
      })}
    </svg>
  )
}
