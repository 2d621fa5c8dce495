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
import { shortDayName } from '#contract/calendar.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { LINES_HEIGHT } from './heights.ts'
import { axis, type Series, toneColour } from './series.ts'

interface LinesChartProps<Row extends { day: string }> {
  rows: readonly Row[]
  series: readonly Series<Row>[]
  /** Days on which something happened. */
  marks: readonly string[]
}

/** Lines beside one another, by day. */
export function LinesChart<Row extends { day: string }>({
  rows,
  series,
  marks,
}: LinesChartProps<Row>): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={LINES_HEIGHT}>
      <LineChart
        accessibilityLayer={false}
        data={[...rows]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--bl-line)" />
        <XAxis {...axis} dataKey="day" tickFormatter={(day: string) => shortDayName(day)} minTickGap={48} />
        <YAxis {...axis} allowDecimals={false} width={44} tickFormatter={formatNumber} axisLine={false} />
        {marks.map((day) => (
          <ReferenceLine key={day} x={day} stroke="var(--bl-amber)" strokeDasharray="3 3" />
        ))}
        <Tooltip
          content={<ChartTooltip title={(day) => shortDayName(String(day), true)} />}
          isAnimationActive={false}
        />
        {series.map(({ key, label, tone }) => (
          <Line
            key={key}
            dataKey={key}
            name={label}
            stroke={toneColour(tone)}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}
