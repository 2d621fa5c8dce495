import type { ReactElement } from 'react'
import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { figuresAxis, gridAcross, wordsAxis } from './axes.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import { BARS_HEIGHT } from './heights.ts'
import { type Series, toneColour } from './series.ts'

export interface BarRow {
  label: string
  value: number
  tone: Series<never>['tone']
}

interface BarsChartProps {
  rows: readonly BarRow[]
  /** The noun of the count: 'brokers'. */
  noun: string
  /** The full text of a bar's label. */
  title?: (label: string) => string
}

/** Upright bars, one a group. */
export function BarsChart({ rows, noun, title = (label) => label }: BarsChartProps): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={BARS_HEIGHT}>
      <BarChart accessibilityLayer={false} data={[...rows]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid {...gridAcross} />
        {/* as many labels as fit */}
        <XAxis {...wordsAxis} dataKey="label" interval="equidistantPreserveStart" />
        <YAxis {...figuresAxis} />
        <Tooltip
          content={<ChartTooltip title={(label) => title(String(label))} />}
          cursor={{ fill: 'var(--bl-hover)' }}
          isAnimationActive={false}
        />
        <Bar dataKey="value" name={noun} radius={[3, 3, 0, 0]} isAnimationActive={false}>
          {rows.map(({ label, tone }) => (
            <Cell key={label} fill={toneColour(tone)} />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
