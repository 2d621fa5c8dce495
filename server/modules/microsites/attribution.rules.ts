// Decides the period of a report and the rows it shows.

import { addDays, daysBetween } from '#contract/calendar.ts'
import type { AttributionReport } from '#contract/microsites/microsites.ts'

const DEFAULT_DAYS = 30
/** Ten years: no chart shows more, and it limits the work of one request. */
const MAX_DAYS = 3660
const MAX_ROWS = 100

export interface Period {
  from: string
  to: string
}

/** @returns the period, or a message per field */
export function periodOf(
  query: Partial<Period>,
  today: string,
): { ok: true; period: Period } | { ok: false; fields: Record<string, string> } {
  const to = query.to ?? (query.from && query.from > today ? query.from : today)
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS)
  const days = daysBetween(from, to) + 1
  if (days < 1) return { ok: false, fields: { to: 'The last day cannot be before the first' } }
  if (days > MAX_DAYS) return { ok: false, fields: { from: 'Choose at most ten years' } }
  return { ok: true, period: { from, to } }
}

/** Every day of the period, including days without visits. */
export function everyDay(period: Period, counted: ReadonlyMap<string, number>): AttributionReport['days'] {
  return Array.from({ length: daysBetween(period.from, period.to) + 1 }, (_, index) => {
    const date = addDays(period.from, index)
    return { date, visits: counted.get(date) ?? 0 }
  })
}

export interface Sum {
  /** Empty when the link carried none. */
  value: string
  visits: number
  bookings: number
  applications: number
}

/** The rows with the most visits, and the number of visits in all other rows. */
export function ranked(sums: readonly Sum[]): { rows: Sum[]; others: number } {
  const order = sums.toSorted(
    (a, b) =>
      b.visits - a.visits ||
      b.bookings + b.applications - a.bookings - a.applications ||
      (a.value < b.value ? -1 : 1),
  )
  const others = order.slice(MAX_ROWS).reduce((sum, { visits }) => sum + visits, 0)
  return { rows: order.slice(0, MAX_ROWS), others }
}
