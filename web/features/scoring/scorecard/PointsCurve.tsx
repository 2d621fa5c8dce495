import type { ReactElement } from 'react'
import { type CurveSize, curvePoints, pairsOf } from './points-text.ts'

const SMALL: CurveSize = { width: 88, height: 28 }
const LARGE: CurveSize = { width: 220, height: 96 }

/** The line of points by value, small; empty while the pairs form no line. The fields have the same figures. */
export const PointsCurve = ({ text }: { text: string }): ReactElement => (
  <span aria-hidden className="block max-sm:hidden">
    <Line text={text} size={SMALL} />
  </span>
)

/** The same with its scales. */
export function PointsFigure({ text, label }: { text: string; label: string }): ReactElement {
  const pairs = pairsOf(text)
  return (
    <figure aria-hidden className="flex flex-col gap-1 pt-1 text-xs text-ink-soft tabular-nums max-sm:hidden">
      <div className="flex gap-2">
        <span className="flex flex-col justify-between text-right">
          <span>100</span>
          <span>0</span>
        </span>
        <Line text={text} size={LARGE} />
      </div>
      <figcaption className="flex justify-between pl-7">
        <span>{pairs[0]?.[0]}</span>
        <span>{label}</span>
        <span>{pairs.at(-1)?.[0]}</span>
      </figcaption>
    </figure>
  )
}

function Line({ text, size: { width, height } }: { text: string; size: CurveSize }): ReactElement {
  const line = curvePoints(text, { width, height })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="overflow-visible text-primary"
      role="presentation"
    >
      <line x1="0" x2={width} y1={height} y2={height} className="stroke-line" />
      <line x1="0" x2={width} y1="0" y2="0" className="stroke-line" strokeDasharray="3 3" />
      {line && <polyline points={line} fill="none" stroke="currentColor" strokeWidth="1.75" />}
    </svg>
  )
}
