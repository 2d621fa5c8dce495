import type { ReactElement } from 'react'
import { useChartWidth, type XAxisTickContentProps, type YAxisTickContentProps } from 'recharts'
import { formatNumber } from '#web/lib/format.ts'

/**
 * A word or figure at an axis. The library's own tick is measured, and each measurement forces a layout of the whole
 * page, twice for every day of a chart: a third of its rendering time.
 */
function AxisTick(tick: XAxisTickContentProps | YAxisTickContentProps): ReactElement {
  const { x, y, textAnchor, verticalAnchor, payload, index, tickFormatter } = tick
  return (
    <text
      {...{ x, y, textAnchor, fontSize: 12, fill: 'var(--bl-ink-soft)' }}
      dy={verticalAnchor === 'start' ? '0.71em' : '0.355em'}
    >
      {tickFormatter ? tickFormatter(payload.value, index) : payload.value}
    </text>
  )
}

const quiet = { stroke: 'var(--bl-line-strong)', tickLine: false } as const

/** An axis with few words, all of which are written. */
export const axis = { ...quiet, interval: 0, tick: AxisTick } as const

/** An axis whose words may be long: as many as fit, or broken into lines. */
export const wordsAxis = { ...quiet, tick: { fill: 'var(--bl-ink-soft)', fontSize: 12 } } as const

/** Figures at the left edge. */
export const figuresAxis = {
  ...axis,
  allowDecimals: false,
  width: 44,
  tickFormatter: formatNumber,
  axisLine: false,
} as const

/** Horizontal lines only: without this generator the library computes the vertical ones although they are hidden. */
export const gridAcross = {
  vertical: false,
  verticalCoordinatesGenerator: (): number[] => [],
  stroke: 'var(--bl-line)',
} as const

/** Half of the width of a date such as 'Wed 25 Nov'. */
const HALF_DATE = 34

/** A date below a chart. One that would exceed the right edge ends there, as lines are drawn close to it. */
function DayTick(tick: XAxisTickContentProps): ReactElement {
  const width = useChartWidth() ?? Number.POSITIVE_INFINITY
  const isAtEdge = Number(tick.x) + HALF_DATE > width
  return <AxisTick {...tick} {...(isAtEdge && { x: width, textAnchor: 'end' })} />
}

export const daysAxis = { ...axis, tick: DayTick } as const

export const edges = { top: 8, right: 8, bottom: 0, left: 0 } as const
