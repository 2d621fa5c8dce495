export const periodUnits = ['days', 'months', 'years'] as const

/** How long something is kept. */
export interface Period {
  count: number
  unit: (typeof periodUnits)[number]
}

/** The longest that can be chosen. */
export const atMostYears: Period = { count: 25, unit: 'years' }

const daysOf: Record<Period['unit'], number> = { days: 1, months: 365.25 / 12, years: 365.25 }

/** A period in whole days, rounded up: 31 for a month, 366 for a year or twelve months. */
export function dayCount({ count, unit }: Period): number {
  return Math.ceil(count * daysOf[unit])
}

/** '30 days', '1 year'. */
export function periodWords({ count, unit }: Period): string {
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}
