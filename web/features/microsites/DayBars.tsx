import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { openDay, SO_FAR } from '#web/ui/charts/open-day.ts'
import { cx } from '#web/ui/cx.ts'
import { type Bar, barAfterKey, barsOf, scaleFor } from './day-bars.ts'

interface DayBarsProps {
  days: readonly { date: string; visits: number }[]
  from: string
  to: string
}

/** Visits by day: the exact figure on hover, focus and arrow keys, or as a table. */
export function DayBars({ days, from, to }: DayBarsProps): ReactElement {
  const { bars, unit } = barsOf(days, from, to)
  const [pointed, setPointed] = useState<number | null>(null)
  const isOpen = openDay([{ day: to }]) !== null
  const labels = bars.map(({ label }, at) => (isOpen && at === bars.length - 1 ? label + SO_FAR : label))
  const shown = pointed === null ? undefined : bars[pointed]
  return (
    <ChartFigure
      label={`Visits by ${unit}`}
      isReadable
      note={
        <span aria-live="polite" className={cx('text-xs', shown && 'tabular font-medium text-ink')}>
          {shown ? `${labels[pointed ?? 0]}: ${countOf(shown.visits, 'visit')}` : `By ${unit}`}
        </span>
      }
      table={{
        columns: [unit === 'day' ? 'Day' : 'Week', 'Visits'],
        rows: bars
          .map(({ date, visits }, at) => ({ key: date, cells: [labels[at], formatNumber(visits)] }))
          .toReversed(),
      }}
    >
      <Plot {...{ bars, pointed, isOpen }} label={`Visits by ${unit}`} onPoint={setPointed} />
      <div aria-hidden className="tabular mt-1 ml-10 flex justify-between text-xs text-ink-soft">
        <span>{labels[0]}</span>
        {bars.length > 2 && <span className="max-sm:hidden">{labels[Math.floor(bars.length / 2)]}</span>}
        <span>{labels.at(-1)}</span>
      </div>
    </ChartFigure>
  )
}

interface PlotProps {
  bars: readonly Bar[]
  pointed: number | null
  /** The last bar is not over. */
  isOpen: boolean
  label: string
  onPoint: (index: number | null) => void
}

const HEIGHT = 140

function Plot({ bars, pointed, isOpen, label, onPoint }: PlotProps): ReactElement {
  const scale = scaleFor(Math.max(0, ...bars.map(({ visits }) => visits)))
  const last = bars.length - 1
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const next = barAfterKey(event.key, pointed ?? last, bars.length)
    if (next === null) return
    event.preventDefault()
    onPoint(next)
  }
  return (
    <div className="flex gap-2">
      <div aria-hidden className="tabular relative w-8 shrink-0 text-right text-xs text-ink-soft">
        {[0, 0.5, 1]
          .filter((part) => Number.isInteger(scale * part))
          .map((part) => (
            <span
              key={part}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: HEIGHT * (1 - part) }}
            >
              {formatNumber(scale * part)}
            </span>
          ))}
      </div>
      <svg
        // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus so that arrow keys walk through the figures
        tabIndex={0}
        role="img"
        aria-label={label}
        aria-description="Arrow keys give the figure of each bar; the table holds them all."
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block min-w-0 flex-1 rounded-sm"
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
          const isLast = index === bars.length - 1
          // a stub shows that an open day without visits is there
          const height = Math.max(isOpen && isLast ? 3 : 0, (visits / scale) * (HEIGHT - 1))
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
                className={cx(
                  pointed === index ? 'fill-primary-hover' : 'fill-primary',
                  isOpen && isLast && 'opacity-45',
                )}
              />
            </g>
          )
        })}
      </svg>
    </div>
  )
}
