import type { ReactElement } from 'react'
import { Bar, BarChart, Cell, ResponsiveContainer } from 'recharts'
import { edges } from './axes.tsx'
import { DayAxes } from './DayAxes.tsx'
import { DayTooltip } from './DayTooltip.tsx'
import { BARS_HEIGHT } from './heights.ts'
import { openDay } from './open-day.ts'
import { type Series, toneColour } from './series.ts'

interface DayBarsChartProps<Row extends { day: string }> {
  rows: readonly Row[]
  /** From the bottom up. */
  series: readonly Series<Row>[]
}

/** A bar a day, of parts on top of one another; a day that is not over is lighter. */
export function DayBarsChart<Row extends { day: string }>({
  rows,
  series,
}: DayBarsChartProps<Row>): ReactElement {
  const open = openDay(rows)
  return (
    <ResponsiveContainer width="100%" height={BARS_HEIGHT}>
      <BarChart accessibilityLayer={false} data={[...rows]} margin={edges}>
        <DayAxes rows={rows} />
        <DayTooltip bars open={open} />
        {series.map(({ key, label, tone }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="all"
            fill={toneColour(tone)}
            isAnimationActive={false}
          >
            {open && rows.map(({ day }) => <Cell key={day} fillOpacity={day === open ? 0.45 : 1} />)}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
