import type { ReactElement } from 'react'
import { Line, LineChart, ReferenceLine, ResponsiveContainer } from 'recharts'
import { edges } from './axes.tsx'
import { DayAxes } from './DayAxes.tsx'
import { DayTooltip } from './DayTooltip.tsx'
import { LINES_HEIGHT } from './heights.ts'
import { openDay } from './open-day.ts'
import { type Series, toneColour } from './series.ts'

interface LinesChartProps<Row extends { day: string }> {
  rows: readonly Row[]
  series: readonly Series<Row>[]
  /** Days on which something happened, each with its label above the line. */
  marks: readonly { day: string; label: string }[]
}

/** Several lines by day; dotted to a day that is not over. */
export function LinesChart<Row extends { day: string }>({
  rows,
  series,
  marks,
}: LinesChartProps<Row>): ReactElement {
  const open = openDay(rows)
  const before = open === null ? undefined : rows.at(-2)?.day
  return (
    <ResponsiveContainer width="100%" height={LINES_HEIGHT}>
      <LineChart accessibilityLayer={false} data={[...rows]} margin={{ ...edges, top: 18 }}>
        <DayAxes rows={rows} />
        {marks.map(({ day, label }) => (
          <ReferenceLine
            key={day}
            x={day}
            stroke="var(--bl-amber)"
            strokeDasharray="3 3"
            label={{ value: label, position: 'top', fontSize: 11, fill: 'var(--bl-amber-ink)' }}
          />
        ))}
        <DayTooltip open={open} />
        {series.map(({ key, label, tone }) => (
          <Line
            key={key}
            dataKey={(row: Row) => (row.day === open ? null : row[key])}
            name={label}
            stroke={toneColour(tone)}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        ))}
        {open !== null &&
          series.map(({ key, label, tone }) => (
            <Line
              key={key}
              dataKey={(row: Row) => (row.day === open || row.day === before ? row[key] : null)}
              name={label}
              stroke={toneColour(tone)}
              strokeWidth={1.5}
              strokeDasharray="2 4"
              dot={false}
              isAnimationActive={false}
            />
          ))}
      </LineChart>
    </ResponsiveContainer>
  )
}
