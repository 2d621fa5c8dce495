import type { ReactElement } from 'react'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { DAYS_HEIGHT } from './heights.ts'
import { axis, type Series, toneColour } from './series.ts'

interface DaysChartProps<Row extends { day: string }> {
  rows: readonly Row[]
  /** From the bottom up. */
  series: readonly Series<Row>[]
}

/** Areas on top of one another, by day. */
export function DaysChart<Row extends { day: string }>({ rows, series }: DaysChartProps<Row>): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={DAYS_HEIGHT}>
      <AreaChart
        accessibilityLayer={false}
        data={[...rows]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--bl-line)" />
        <XAxis {...axis} dataKey="day" tickFormatter={(day: string) => shortDayName(day)} minTickGap={48} />
        <YAxis {...axis} allowDecimals={false} width={40} tickFormatter={formatNumber} axisLine={false} />
        <Tooltip
          content={<ChartTooltip title={(day) => shortDayName(String(day), true)} />}
          isAnimationActive={false}
        />
        {series.map(({ key, label, tone }) => (
          <Area
            key={key}
            dataKey={key}
            name={label}
            stackId="all"
            type="stepAfter"
            stroke={toneColour(tone)}
            fill={toneColour(tone)}
            fillOpacity={0.35}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  )
}
