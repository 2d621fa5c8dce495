import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, lastDayOf, monthOf, weekdayOf } from '#contract/calendar.ts'
import { dayAfterKey, weeksOf } from './days.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the month calendar', () => {
  // Covers: booking-screen-1
  it('has six weeks of seven days from Monday to Sunday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ])
    expect(weeks[5]?.[6]).toBe('2026-12-06')
  })

  // Covers: booking-screen-1
  it('holds every day of its month once, in order, without a gap', () => {
    fc.assert(
      fc.property(anyDay.map(monthOf), (month) => {
        const days = weeksOf(month).flat()
        expect(days).toHaveLength(42)
        expect(days.every((day, index) => index === 0 || day === addDays(days[index - 1] ?? '', 1))).toBe(
          true,
        )
        expect(weekdayOf(days[0] ?? '')).toBe(1)
        expect(days.filter((day) => monthOf(day) === month)).toHaveLength(Number(lastDayOf(month).slice(8)))
      }),
    )
  })
})

describe('a key in the calendar', () => {
  const range = { first: '2026-11-10', last: '2027-01-09' }
  // Covers: booking-screen-2
  it.each([
    ['ArrowLeft', '2026-11-23'],
    ['ArrowRight', '2026-11-25'],
    ['ArrowUp', '2026-11-17'],
    ['ArrowDown', '2026-12-01'],
    ['Home', '2026-11-23'],
    ['End', '2026-11-29'],
    ['PageDown', '2026-12-24'],
    ['PageUp', '2026-11-10'],
  ])('%s goes from Tuesday 24 November 2026 to %s, never before today', (key, day) => {
    expect(dayAfterKey(key, '2026-11-24', range)).toBe(day)
  })

  // Covers: booking-screen-2
  it('goes to the last day where the next month is shorter', () => {
    expect(dayAfterKey('PageDown', '2026-10-31', { ...range, first: '2026-10-01' })).toBe('2026-11-30')
  })

  // Covers: booking-screen-2
  it('stops at the last day that can be booked', () => {
    expect(dayAfterKey('PageDown', '2026-12-24', range)).toBe('2027-01-09')
    expect(dayAfterKey('ArrowRight', '2027-01-09', range)).toBe('2027-01-09')
  })

  it('that is none of these moves nothing', () => {
    expect(dayAfterKey('Enter', '2026-11-24', range)).toBeNull()
    expect(dayAfterKey('a', '2026-11-24', range)).toBeNull()
  })
})
