import type { ReactElement, ReactNode } from 'react'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { StatCard, StatRow } from '../StatCard.tsx'

interface QueueFiguresProps {
  /** Read out. */
  label: string
  /** Address of the queue. */
  to: string
  /** Number of pending items; undefined while loading. */
  pending: string | undefined
  mine: string | undefined
  /** Age of the oldest pending item in days; null if none, undefined while loading. */
  oldestDays: number | null | undefined
  /** Further cards. */
  children?: ReactNode
}

/** The cards above a queue; each links to the list it counts. */
export function QueueFigures({
  label,
  to,
  pending,
  mine,
  oldestDays,
  children,
}: QueueFiguresProps): ReactElement {
  return (
    <StatRow label={label} compact>
      <StatCard
        label="Pending"
        value={pending}
        to={to}
        note={oldestDays !== undefined && oldestText(oldestDays)}
      />
      <StatCard label="Yours" value={mine} to={`${to}?claimed=mine`} note="Awaiting your decision" />
      {children}
    </StatRow>
  )
}

/** A card's figure: undefined while loading, a dash after an error. */
export function figureText(value: number | undefined, isError: boolean): string | undefined {
  if (value === undefined) return isError ? formatNumber(null) : undefined
  return formatNumber(value)
}

function oldestText(days: number | null): string {
  if (days === null) return 'Nothing waiting'
  return days === 0 ? 'Oldest came in today' : `Oldest waiting ${countOf(days, 'day')}`
}
