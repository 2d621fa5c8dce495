import type { ReactElement } from 'react'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { axis, figuresAxis, gridAcross, writtenBelow } from './axes.tsx'
import { ChartSpace } from './ChartSpace.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import { BARS_HEIGHT } from './heights.ts'
import { type Series, toneColour } from './series.ts'

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
    <ChartSpace height={BARS_HEIGHT}>
      {(size) => (
        <BarChart
          {...size}
          accessibilityLayer={false}
          data={[...rows]}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        >
          <CartesianGrid {...gridAcross} />
          <XAxis
            {...axis}
            dataKey="day"
            ticks={writtenBelow(
              rows.map(({ day }) => day),
              size.width,
            )}
            tickFormatter={(day: string) => shortDayName(day)}
          />
          <YAxis {...figuresAxis} />
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
      )}
    </ChartSpace>
  )
}
