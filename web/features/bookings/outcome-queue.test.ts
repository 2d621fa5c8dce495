import { describe, expect, it } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { bookingFilters, viewOf } from './booking-filters.ts'
import { dayHeading } from './booking-labels.ts'
import { withAnswered } from './outcome-queue.ts'

const booking = (id: number, status = 'booked') => ({ id, status }) as Booking // all that the queue reads
const ids = (rows: readonly Booking[]) => rows.map(({ id }) => id)

describe('meetings without an outcome', () => {
  // Covers: bookings-29
  it('keep their places when they are answered, and are not there twice when that is taken back', () => {
    const answered = [
      { booking: booking(2, 'held'), place: 1 },
      { booking: booking(1, 'no_show'), place: 0 },
    ]
    expect(ids(withAnswered([booking(3), booking(4)], answered))).toEqual([1, 2, 3, 4])
    expect(ids(withAnswered([booking(1), booking(3)], answered))).toEqual([1, 2, 3])
    expect(ids(withAnswered([], []))).toEqual([])
  })
})

describe('the bookings page', () => {
  it('shows the week, and the list where the address narrows it', () => {
    expect(viewOf('', bookingFilters)).toBe('week')
    expect(viewOf('', { ...bookingFilters, bdm: '3' })).toBe('week')
    expect(viewOf('', { ...bookingFilters, period: 'all' })).toBe('list')
    expect(viewOf('week', { ...bookingFilters, q: 'Ann' })).toBe('week')
    expect(viewOf('month', bookingFilters)).toBe('week')
  })

  it('heads a day by how near it is', () => {
    const now = Date.parse('2026-11-24T12:00:00+11:00')
    const heading = (scheduledDate: string) => dayHeading({ scheduledDate }, now)
    expect(heading('2026-11-24T23:30:00+11:00')).toBe('Today, Tue 24 Nov')
    expect(heading('2026-11-25T00:30:00+11:00')).toBe('Tomorrow, Wed 25 Nov')
    expect(heading('2026-11-23T09:00:00+11:00')).toBe('Yesterday, Mon 23 Nov')
    expect(heading('2027-01-11T09:00:00+11:00')).toBe('Mon 11 Jan 2027')
  })
})
