import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listBookings } from '#contract/bookings/booking-list.ts'
import { bookedMistake, bookingFilters, bookingQuery, daysMistake, isFiltered } from './booking-filters.ts'

// half past midnight on Wednesday 25 November in Sydney
const now = Date.parse('2026-11-24T13:30:00Z')

describe('the list of bookings', () => {
  // Covers: staff-screens-microsites-8
  it('shows what is to come by Sydney days, the next meeting first', () => {
    expect(bookingQuery(bookingFilters, now)).toEqual({ from: '2026-11-25', sort: 'scheduledDate' })
  })
  it.each([
    ['today', { from: '2026-11-25', to: '2026-11-25', sort: 'scheduledDate' }],
    ['week', { from: '2026-11-25', to: '2026-12-01', sort: 'scheduledDate' }],
    ['past', { to: '2026-11-24', sort: '-scheduledDate' }],
    ['all', { sort: '-scheduledDate' }],
    ['nonsense', { from: '2026-11-25', sort: 'scheduledDate' }],
  ])('asks for the days of the period %s', (period, query) => {
    expect(bookingQuery({ ...bookingFilters, period }, now)).toEqual(query)
  })
  it('takes own days, also while only one is chosen, and says when they are the wrong way round', () => {
    const own = { ...bookingFilters, period: 'own', from: '2026-11-02' }
    expect(bookingQuery(own, now)).toMatchObject({ from: '2026-11-02' })
    expect(bookingQuery({ ...own, from: '0002-11-02' }, now)).toEqual({ sort: '-scheduledDate' })
    expect(daysMistake({ ...own, to: '2026-11-01' })).toBe('The first day is after the last.')
    expect(daysMistake({ ...own, to: '2026-11-02' })).toBeNull()
  })
  // Covers: analytics-figures-5
  it('is narrowed to what a figure counts: days of booking, campaign and region, without test calls', () => {
    const of = {
      bookedFrom: '2026-11-02',
      bookedTo: '2026-11-24',
      campaignId: '7',
      region: 'NSW',
      test: 'false',
    }
    const figure = { ...bookingFilters, ...of, period: 'all', status: 'not_cancelled' }
    expect(bookingQuery(figure, now)).toEqual({
      ...{ ...of, campaignId: 7, status: 'not_cancelled', sort: '-scheduledDate' },
    })
    expect(bookedMistake({ ...figure, bookedTo: '2026-11-01' })).toBe('The first day is after the last.')
    expect(bookedMistake(figure)).toBeNull()
  })
  it('is always what the contract takes, whatever the address holds', () => {
    const keys = Object.fromEntries(
      Object.keys(bookingFilters).map((key) => [
        key,
        fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('2026-11-02', '7', 'NSW')),
      ]),
    )
    fc.assert(
      fc.property(fc.record(keys), (filters) => {
        const query = bookingQuery({ ...bookingFilters, ...filters }, now)
        expect(listBookings.query.safeParse(query).success).toBe(true)
      }),
    )
  })
  it('knows whether fewer than all show', () => {
    expect(isFiltered(bookingFilters)).toBe(true)
    expect(isFiltered({ ...bookingFilters, period: 'all' })).toBe(false)
    expect(isFiltered({ ...bookingFilters, period: 'all', status: 'held' })).toBe(true)
  })
})
