import type { ReactElement } from 'react'
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { axis, edges, figuresAxis, gridAcross, writtenBelow } from './axes.tsx'
import { ChartSpace } from './ChartSpace.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import { DAYS_HEIGHT } from './heights.ts'
import { type Series, toneColour } from './series.ts'

interface DaysChartProps<Row extends { day: string }> {
  rows: readonly Row[]
  /** From the bottom up. */
  series: readonly Series<Row>[]
}

/** Areas on top of one another, by day. */
export function DaysChart<Row extends { day: string }>({ rows, series }: DaysChartProps<Row>): ReactElement {
  return (
    <ChartSpace height={DAYS_HEIGHT}>
      {(size) => (
        <AreaChart {...size} accessibilityLayer={false} data={[...rows]} margin={edges}>
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
      )}
    </ChartSpace>
  )
}
