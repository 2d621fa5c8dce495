import type { ReactElement } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { BARS_HEIGHT } from './heights.ts'
import { axis, type Series, toneColour } from './series.ts'

interface DayBarsChartProps<Row extends { day: string }> {
  rows: readonly Row[]
  /** From the bottom up. */
  series: readonly Series<Row>[]
}

/** A bar a day, of parts on top of one another. */
export function DayBarsChart<Row extends { day: string }>({
  rows,
  series,
}: DayBarsChartProps<Row>): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={BARS_HEIGHT}>
      <BarChart accessibilityLayer={false} data={[...rows]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--bl-line)" />
        <XAxis {...axis} dataKey="day" tickFormatter={(day: string) => shortDayName(day)} minTickGap={48} />
        <YAxis {...axis} allowDecimals={false} width={44} tickFormatter={formatNumber} axisLine={false} />
        <Tooltip
          content={<ChartTooltip title={(day) => shortDayName(String(day), true)} />}
          cursor={{ fill: 'var(--bl-hover)' }}
          isAnimationActive={false}
        />
        {series.map(({ key, label, tone }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="all"
            fill={toneColour(tone)}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
