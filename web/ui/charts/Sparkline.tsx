import type { ReactElement } from 'react'
import { curveOf, PLOT } from './sparkline-curve.ts'

interface SparklineProps {
  /** Oldest first, the last of today; null for a day without a value. */
  values: readonly (number | null)[]
  /** The same in words. */
  label: string
}

/** The recent trend of a figure: a small curve without axes, as wide as its container. */
export function Sparkline({ values, label }: SparklineProps): ReactElement {
  const { line, end } = curveOf(values)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
      preserveAspectRatio="none"
      className="block h-6 w-full overflow-visible text-primary"
    >
      <line
        x1="0"
        x2={PLOT.width}
        y1={PLOT.height}
        y2={PLOT.height}
        className="stroke-line"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      {line && (
        <polyline
          points={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {/* a line without length: a circle would be stretched with the plot */}
      {end && (
        <line
          x1={end.x}
          x2={end.x}
          y1={end.y}
          y2={end.y}
          stroke="currentColor"
          strokeWidth={5}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}
