import type { ReactElement } from 'react'
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { axis, edges, figuresAxis, gridAcross, writtenBelow } from './axes.tsx'
import { ChartSpace } from './ChartSpace.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import { LINES_HEIGHT } from './heights.ts'
import { type Series, toneColour } from './series.ts'

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
    <ChartSpace height={LINES_HEIGHT}>
      {(size) => (
        <LineChart {...size} accessibilityLayer={false} data={[...rows]} margin={edges}>
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
      )}
    </ChartSpace>
  )
}
