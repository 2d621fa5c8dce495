import type { ReactElement } from 'react'
import { Tooltip } from 'recharts'
import { formatDate } from '#web/lib/dates.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { SO_FAR } from './open-day.ts'

interface DayTooltipProps {
  /** A day is a bar: its ground is shaded, no line is drawn. */
  bars?: boolean
  /** The day that is not over. */
  open?: string | null
}

/** The values of the day under the pointer. */
export function DayTooltip({ bars = false, open = null }: DayTooltipProps): ReactElement {
  return (
    <Tooltip
      content={<ChartTooltip title={(day) => `${formatDate(String(day))}${day === open ? SO_FAR : ''}`} />}
      cursor={bars ? { fill: 'var(--bl-hover)' } : true}
      isAnimationActive={false}
    />
  )
}
