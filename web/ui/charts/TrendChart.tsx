import type { ReactElement } from 'react'
import {
  CartesianGrid,
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

/** A value from 0 to 100 over time. */
export function TrendChart({ rows, name, marks }: TrendChartProps): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={TREND_HEIGHT}>
      <LineChart accessibilityLayer={false} data={[...rows]} margin={edges}>
        <CartesianGrid {...gridAcross} />
        <XAxis {...wordsAxis} dataKey="label" minTickGap={24} />
        <YAxis {...axis} domain={[0, 100]} ticks={[0, 100]} width={32} axisLine={false} />
        {marks.map(({ value, label, side }) => (
          <ReferenceLine
            key={label}
            y={value}
            stroke="var(--bl-line-strong)"
            strokeDasharray="4 4"
            label={{
              value: label,
              position: side === 'above' ? 'insideBottomLeft' : 'insideTopLeft',
              fill: 'var(--bl-ink-soft)',
              fontSize: 11,
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
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
