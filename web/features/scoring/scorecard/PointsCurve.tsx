import type { ReactElement } from 'react'
import { curvePoints, pairsOf } from './points-text.ts'

const SIZE = { width: 220, height: 96 }

/**
 * The line of points by value; empty while the pairs form no line. Hidden from screen readers: the fields have the same
 * figures.
 */
export function PointsCurve({ text, label }: { text: string; label: string }): ReactElement {
  const line = curvePoints(text, SIZE)
  const pairs = pairsOf(text)
  return (
    <figure aria-hidden className="flex flex-col gap-1 pt-1 text-xs text-ink-soft tabular-nums max-sm:hidden">
      <div className="flex gap-2">
        <span className="flex flex-col justify-between text-right">
          <span>100</span>
          <span>0</span>
        </span>
        <svg
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          className="h-24 w-55 overflow-visible text-primary"
          role="presentation"
        >
          <line x1="0" x2={SIZE.width} y1={SIZE.height} y2={SIZE.height} className="stroke-line" />
          <line x1="0" x2={SIZE.width} y1="0" y2="0" className="stroke-line" strokeDasharray="3 3" />
          {line && <polyline points={line} fill="none" stroke="currentColor" strokeWidth="1.75" />}
        </svg>
      </div>
      <figcaption className="flex justify-between pl-7">
        <span>{pairs[0]?.[0]}</span>
        <span>{label}</span>
        <span>{pairs.at(-1)?.[0]}</span>
      </figcaption>
    </figure>
  )
}
