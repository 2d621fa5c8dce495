import { listBookings } from '#contract/bookings/booking-list.ts'
import {
  BOOKING_ZONE,
  type BookingStatus,
  bookingStatuses,
  bookingStatusLabels,
} from '#contract/bookings/bookings.ts'
import { regions } from '#contract/brokers/brokers.ts'
import { addDays, isDay } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dayIn } from '#web/lib/zoned-days.ts'

/** State of the filters in the URL; '' of sort is the period's own order. */
export const bookingFilters = {
  ...{ q: '', status: '', bdm: '', period: 'upcoming', from: '', to: '', sort: '' },
  // set by links from figures
  ...{ bookedFrom: '', bookedTo: '', campaignId: '', region: '', test: '' },
}
export type BookingFilters = typeof bookingFilters
export type BookingQuery = Partial<QueryOf<typeof listBookings>>

export const periodOptions = [
  { value: 'upcoming', label: 'Today and later' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Next 7 days' },
  { value: 'past', label: 'Before today' },
  { value: 'all', label: 'Any day' },
  { value: 'own', label: 'From … to …' },
] as const
type Period = (typeof periodOptions)[number]['value']

export const statusOptions = [
  { value: '', label: 'All statuses' },
  { value: 'not_cancelled', label: 'Not cancelled' },
  ...bookingStatuses.map((value) => ({ value, label: bookingStatusLabels[value] })),
]

/** The query of these filters; unknown values from an old or mistyped address are left out. */
export function bookingQuery(filters: BookingFilters, now: number): BookingQuery {
  const period = knownPeriod(filters.period)
  const status = knownStatus(filters.status)
  const region = regions.find((each) => each === filters.region)
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(status ? { status } : {}),
    ...(isId(filters.bdm) ? { bdmId: Number(filters.bdm) } : {}),
    ...(isId(filters.campaignId) ? { campaignId: Number(filters.campaignId) } : {}),
    ...(region ? { region } : {}),
    ...(filters.test === 'false' ? { test: 'false' } : {}),
    ...ofThisCentury('bookedFrom', filters.bookedFrom),
    ...ofThisCentury('bookedTo', filters.bookedTo),
    ...daysOf(period, filters, now),
    sort: sortOf(filters),
  }
}

const isId = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

/** Upcoming periods start with the next meeting, others with the latest. */
export function sortOf({ sort, period }: BookingFilters): string {
  const { shape } = listBookings.query
  if (sort && shape.sort.safeParse(sort).success) return sort
  return ['upcoming', 'today', 'week'].includes(knownPeriod(period)) ? 'scheduledDate' : '-scheduledDate'
}

export function isFiltered(filters: BookingFilters): boolean {
  const { sort: _, ...narrowed } = bookingQuery(filters, 0)
  return Object.keys(narrowed).length > 0
}

/** The list where the URL selects it or has a filter that only the list supports; else the week. */
export function viewOf(view: string, filters: BookingFilters): 'week' | 'list' {
  if (view === 'list' || view === 'week') return view
  const { bdm: _, ...others } = filters
  const isNarrowed = Object.entries(others).some(
    ([name, value]) => value !== bookingFilters[name as keyof BookingFilters], // its own names
  )
  return isNarrowed ? 'list' : 'week'
}

export function knownPeriod(period: string): Period {
  return periodOptions.find(({ value }) => value === period)?.value ?? 'upcoming'
}

export function knownStatus(status: string): BookingStatus | 'not_cancelled' | undefined {
  return status === 'not_cancelled' ? status : bookingStatuses.find((each) => each === status)
}

/** Why the chosen days are invalid; null when they are valid. */
export function daysMistake({
  period,
  from,
  to,
}: Pick<BookingFilters, 'period' | 'from' | 'to'>): string | null {
  if (period !== 'own' || !isDay(from) || !isDay(to)) return null
  return from <= to ? null : 'The first day is after the last.'
}

/** The same for the days on which they were booked. */
export const bookedMistake = ({ bookedFrom, bookedTo }: BookingFilters): string | null =>
  daysMistake({ period: 'own', from: bookedFrom, to: bookedTo })

function daysOf(period: Period, filters: BookingFilters, now: number): { from?: string; to?: string } {
  const today = dayIn(BOOKING_ZONE, now)
  switch (period) {
    case 'upcoming':
      return { from: today }
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: today, to: addDays(today, 6) }
    case 'past':
      return { to: addDays(today, -1) }
    case 'all':
      return {}
    case 'own':
      return { ...ofThisCentury('from', filters.from), ...ofThisCentury('to', filters.to) }
  }
}

/** A date field emits the years 0002 and 0020 while 2026 is typed. */
function ofThisCentury<Name extends 'from' | 'to' | 'bookedFrom' | 'bookedTo'>(
  name: Name,
  day: string,
): { [name in Name]?: string } {
  return isDay(day) && day.startsWith('20') ? ({ [name]: day } as { [name in Name]: string }) : {} // its one key
}
