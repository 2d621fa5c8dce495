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
import { trendScale } from './trend-scale.ts'

interface Mark {
  value: number
  label: string
  /** The side of the line on which its label is written. */
  side: 'above' | 'below'
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

/** A value from 0 to 100 over time. */
export function TrendChart({ rows, name, marks }: TrendChartProps): ReactElement {
  const scale = trendScale([...rows, ...marks].map(({ value }) => value))
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
        {marks.map(({ value, label, side }) => (
          <ReferenceLine
            key={label}
            y={value}
            stroke="var(--bl-line-strong)"
            strokeDasharray="4 4"
            label={{
              value: label,
              position: 'right',
              dy: side === 'above' ? -9 : 9,
              fill: 'var(--bl-ink-soft)',
              fontSize: 12,
            }}
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
              position="top"
              offset={8}
              formatter={(value) => formatDecimal(Number(value))}
              fill="var(--bl-ink)"
              fontSize={12}
              // legible where it crosses a line
              stroke="var(--bl-surface)"
              strokeWidth={3}
              style={{ paintOrder: 'stroke' }}
            />
          )}
        </Line>
      </LineChart>
    </ResponsiveContainer>
  )
}
