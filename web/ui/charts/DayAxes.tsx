import type { ReactElement } from 'react'
import { CartesianGrid, useChartWidth, XAxis, YAxis } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { daysAxis, figuresAxis, gridAcross } from './axes.tsx'
import { daysWritten } from './days-written.ts'

/** Days below a chart and figures at its side. */
export function DayAxes({ rows }: { rows: readonly { day: string }[] }): ReactElement {
  const width = useChartWidth() ?? 0
  const days = rows.map(({ day }) => day)
  return (
    <>
      <CartesianGrid {...gridAcross} />
      <XAxis
        {...daysAxis}
        dataKey="day"
        ticks={daysWritten(days, width)}
        tickFormatter={(day: string) => shortDayName(day)}
      />
      <YAxis {...figuresAxis} />
    </>
  )
}
