import type { ReactElement } from 'react'
import {
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatDecimal } from '#web/lib/format.ts'
import { axis, edges, gridAcross, wordsAxis } from './axes.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import { TREND_HEIGHT } from './heights.ts'
import { isWrittenBelow, trendScale } from './trend-scale.ts'

interface Mark {
  value: number
  /** Two short lines, centred on the line: 'Reward', 'from 80'. */
  label: readonly [string, string]
}

interface TrendChartProps {
  rows: readonly { label: string; value: number }[]
  /** Name of the line: 'Score'. */
  name: string
  /** Lines across, such as the cuts between tiers. */
  marks: readonly Mark[]
}

/** At the right, of the tiers' names. */
const LABELS_WIDTH = 68
/** More values than these would overlap; the tooltip shows each. */
const MAX_WRITTEN = 6
/** Of a written value from its point, in pixels. */
const ABOVE = -10
const BELOW = 20

/** A value from 0 to 100 over time. */
export function TrendChart({ rows, name, marks }: TrendChartProps): ReactElement {
  const lines = marks.map(({ value }) => value)
  const scale = trendScale([...rows.map(({ value }) => value), ...lines])
  return (
    <ResponsiveContainer width="100%" height={TREND_HEIGHT}>
      <LineChart accessibilityLayer={false} data={[...rows]} margin={{ ...edges, right: LABELS_WIDTH }}>
        <CartesianGrid {...gridAcross} />
        <XAxis {...wordsAxis} dataKey="label" minTickGap={24} padding={{ left: 20, right: 36 }} />
        <YAxis
          {...axis}
          domain={[scale[0] ?? 0, scale.at(-1) ?? 0]}
          ticks={scale}
          width={32}
          axisLine={false}
        />
        {marks.map(({ value, label }) => (
          <ReferenceLine
            key={label[0]}
            y={value}
            stroke="var(--bl-line-strong)"
            strokeDasharray="4 4"
            label={({ viewBox }) => <MarkLabel {...viewBox} lines={label} />}
          />
        ))}
        <Tooltip
          content={<ChartTooltip title={(label) => String(label)} value={formatDecimal} />}
          isAnimationActive={false}
        />
        <Line
          dataKey="value"
          name={name}
          stroke="var(--bl-primary)"
          strokeWidth={2}
          dot={{ r: 3, fill: 'var(--bl-primary)' }}
          isAnimationActive={false}
        >
          {rows.length <= MAX_WRITTEN && (
            <LabelList
              dataKey="value"
              content={({ x, y, value }) => (
                <text
                  x={Number(x)}
                  y={Number(y)}
                  dy={isWrittenBelow(Number(value), lines, scale) ? BELOW : ABOVE}
                  textAnchor="middle"
                  fill="var(--bl-ink)"
                  fontSize={12}
                  // legible where it crosses a line
                  stroke="var(--bl-surface)"
                  strokeWidth={3}
                  style={{ paintOrder: 'stroke' }}
                >
                  {formatDecimal(Number(value))}
                </text>
              )}
            />
          )}
        </Line>
      </LineChart>
    </ResponsiveContainer>
  )
}

interface MarkLabelProps {
  lines: readonly [string, string]
  /** Of the line. */
  x?: number
  y?: number
  width?: number
}

function MarkLabel({ lines, x = 0, y = 0, width = 0 }: MarkLabelProps): ReactElement {
  const left = x + width + 5
  return (
    <text y={y} fill="var(--bl-ink-soft)" fontSize={12}>
      <tspan x={left} dy={-2}>
        {lines[0]}
      </tspan>
      <tspan x={left} dy={14}>
        {lines[1]}
      </tspan>
    </text>
  )
}
