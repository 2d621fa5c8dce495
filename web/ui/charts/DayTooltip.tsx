import type { ReactElement } from 'react'
import { Tooltip } from 'recharts'
import { shortDayName } from '#contract/calendar.ts'
import { ChartTooltip } from './ChartTooltip.tsx'

/** The values of the day under the pointer. @param bars where a day is a bar: its ground is shaded, no line is drawn */
export function DayTooltip({ bars = false }: { bars?: boolean }): ReactElement {
  return (
    <Tooltip
      content={<ChartTooltip title={(day) => shortDayName(String(day), true)} />}
      cursor={bars ? { fill: 'var(--bl-hover)' } : true}
      isAnimationActive={false}
    />
  )
}
