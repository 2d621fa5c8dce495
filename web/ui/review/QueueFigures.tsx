import type { ReactElement, ReactNode } from 'react'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { StatCard, StatRow } from '../StatCard.tsx'

interface QueueFiguresProps {
  /** Read out. */
  label: string
  /** Address of the queue. */
  to: string
  /** How many wait; undefined while it loads. */
  pending: string | undefined
  mine: string | undefined
  /** Days that the first of them waits; null: none, undefined while it loads. */
  oldestDays: number | null | undefined
  /** Further cards. */
  children?: ReactNode
}

/** The cards above a queue; each opens what it counts. */
export function QueueFigures({
  label,
  to,
  pending,
  mine,
  oldestDays,
  children,
}: QueueFiguresProps): ReactElement {
  return (
    <StatRow label={label}>
      <StatCard
        label="Pending"
        value={pending}
        to={to}
        note={oldestDays !== undefined && oldestText(oldestDays)}
      />
      <StatCard
        label="Assigned to you"
        value={mine}
        to={`${to}?claimed=mine`}
        note="Awaiting your decision"
      />
      {children}
    </StatRow>
  )
}

/** A figure as a card shows it: undefined while it loads, a dash where it could not be loaded. */
export function figureText(value: number | undefined, isError: boolean): string | undefined {
  if (value === undefined) return isError ? formatNumber(null) : undefined
  return formatNumber(value)
}

function oldestText(days: number | null): string {
  if (days === null) return 'Nothing waiting'
  return days === 0 ? 'Oldest came in today' : `Oldest waiting ${countOf(days, 'day')}`
}
