import type { ReactElement } from 'react'
import { Area, AreaChart, ResponsiveContainer } from 'recharts'
import { edges } from './axes.tsx'
import { DayAxes } from './DayAxes.tsx'
import { DayTooltip } from './DayTooltip.tsx'
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
    <ResponsiveContainer width="100%" height={DAYS_HEIGHT}>
      <AreaChart accessibilityLayer={false} data={[...rows]} margin={edges}>
        <DayAxes rows={rows} />
        <DayTooltip />
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
