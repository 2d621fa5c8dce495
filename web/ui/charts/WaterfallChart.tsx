import type { ReactElement } from 'react'
import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatDecimal, formatNumber } from '#web/lib/format.ts'
import { axis } from './axes.tsx'
import { waterfallHeight } from './heights.ts'

export interface WaterfallRow {
  label: string
  /** Start and length of the step. */
  from: number
  step: number
  /** The maximum of the step. */
  most: number
}

interface WaterfallChartProps {
  rows: readonly WaterfallRow[]
  /** Of the whole: 0 to this. */
  most: number
}

/** Steps that add up to a sum, each with its unused remainder. */
export function WaterfallChart({ rows, most }: WaterfallChartProps): ReactElement {
  const data = rows.map(({ label, from, step, most: room }) => ({
    ...{
      label,
      from,
      step, // never 0: the label is drawn at its end
      left: Math.max(0.01, room - step),
    },
    // on one line: the library breaks a label at spaces
    text: `${formatDecimal(step)} of ${formatNumber(room)}`.replaceAll(' ', '\u00a0'),
  }))
  return (
    <ResponsiveContainer width="100%" height={waterfallHeight(rows.length)}>
      <BarChart
        accessibilityLayer={false}
        layout="vertical"
        data={data}
        margin={{ top: 0, right: 64, bottom: 0, left: 0 }}
        barCategoryGap={6}
      >
        <XAxis {...axis} type="number" domain={[0, most]} />
        <YAxis {...axis} type="category" dataKey="label" width={122} axisLine={false} />
        <Bar dataKey="from" stackId="a" fill="transparent" isAnimationActive={false} />
        <Bar dataKey="step" stackId="a" isAnimationActive={false}>
          {data.map(({ label }) => (
            <Cell key={label} fill="var(--bl-primary)" />
          ))}
        </Bar>
        <Bar
          dataKey="left"
          stackId="a"
          fill="var(--bl-line)"
          stroke="var(--bl-line-strong)"
          isAnimationActive={false}
        >
          <LabelList dataKey="text" position="right" fill="var(--bl-ink-soft)" fontSize={12} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
