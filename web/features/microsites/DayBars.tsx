import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { type Bar, barAfterKey, barsOf, scaleFor } from './day-bars.ts'

interface DayBarsProps {
  days: readonly { date: string; visits: number }[]
  from: string
  to: string
}

/** Visits by day: the exact figure on hover, focus and arrow keys, and as a table below. */
export function DayBars({ days, from, to }: DayBarsProps): ReactElement {
  const { bars, unit } = barsOf(days, from, to)
  const [pointed, setPointed] = useState<number | null>(null)
  const scale = scaleFor(Math.max(0, ...bars.map(({ visits }) => visits)))
  const shown = pointed === null ? undefined : bars[pointed]
  return (
    <div>
      <div className="mb-2 flex min-h-5 items-baseline justify-between gap-3">
        <p aria-hidden className="text-xs text-ink-soft">
          Visits by {unit}
        </p>
        <p aria-live="polite" className="tabular text-xs font-medium">
          {shown ? `${shown.label}: ${countOf(shown.visits, 'visit')}` : ''}
        </p>
      </div>
      <Plot {...{ bars, scale, pointed }} label={`Visits by ${unit}`} onPoint={setPointed} />
      <div aria-hidden className="tabular mt-1 flex justify-between text-xs text-ink-soft">
        <span>{bars[0]?.label}</span>
        {bars.length > 2 && <span className="max-sm:hidden">{bars[Math.floor(bars.length / 2)]?.label}</span>}
        <span>{bars.at(-1)?.label}</span>
      </div>
      <details className="mt-3">
        <summary className="w-fit rounded text-xs text-ink-soft hover:text-ink">As a table</summary>
        <table className="mt-2 w-full max-w-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              <th className="py-1 font-medium">{unit === 'day' ? 'Day' : 'Week'}</th>
              <th className="py-1 text-right font-medium">Visits</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ date, label, visits }) => (
              <tr key={date} className="border-b border-line last:border-b-0">
                <td className="py-1">{label}</td>
                <td className="tabular py-1 text-right">{formatNumber(visits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

interface PlotProps {
  bars: readonly Bar[]
  scale: number
  pointed: number | null
  label: string
  onPoint: (index: number | null) => void
}

const HEIGHT = 140

function Plot({ bars, scale, pointed, label, onPoint }: PlotProps): ReactElement {
  const last = bars.length - 1
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const next = barAfterKey(event.key, pointed ?? last, bars.length)
    if (next === null) return
    event.preventDefault()
    onPoint(next)
  }
  return (
    <div className="relative">
      <span
        aria-hidden
        className="tabular pointer-events-none absolute top-1 left-0 rounded-sm bg-surface px-1 text-xs text-ink-soft"
      >
        {formatNumber(scale)}
      </span>
      <svg
        // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus so that arrow keys walk through the figures
        tabIndex={0}
        role="img"
        aria-label={label}
        aria-description="Arrow keys give the figure of each bar; the table below holds them all."
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block w-full rounded-sm"
        style={{ height: HEIGHT }}
        onKeyDown={onKeyDown}
        onFocus={() => onPoint(pointed ?? last)}
        onBlur={() => onPoint(null)}
        onPointerLeave={() => onPoint(null)}
      >
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            x1={0}
            x2={bars.length}
            y1={(HEIGHT - 1) * (1 - part) + 0.5}
            y2={(HEIGHT - 1) * (1 - part) + 0.5}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
        ))}
        {bars.map(({ date, visits }, index) => {
          const height = (visits / scale) * (HEIGHT - 1)
          return (
            <g key={date} onPointerEnter={() => onPoint(index)} onPointerDown={() => onPoint(index)}>
              <rect
                x={index}
                width={1}
                height={HEIGHT}
                className={pointed === index ? 'fill-selected' : 'fill-transparent'}
              />
              <rect
                x={index + 0.12}
                width={0.76}
                y={HEIGHT - height}
                height={height}
                className={cx(pointed === index ? 'fill-primary-hover' : 'fill-primary')}
              />
            </g>
          )
        })}
      </svg>
    </div>
  )
}
