import type { ReactElement } from 'react'
import { Tooltip } from 'recharts'
import { formatDate } from '#web/lib/dates.ts'
import { ChartTooltip } from './ChartTooltip.tsx'

/** The values of the day under the pointer. @param bars where a day is a bar: its ground is shaded, no line is drawn */
export function DayTooltip({ bars = false }: { bars?: boolean }): ReactElement {
  return (
    <Tooltip
      content={<ChartTooltip title={(day) => formatDate(String(day))} />}
      cursor={bars ? { fill: 'var(--bl-hover)' } : true}
      isAnimationActive={false}
    />
  )
}
