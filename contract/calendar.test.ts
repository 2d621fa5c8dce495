import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayName,
  daysFromTo,
  isDay,
  lastDayOf,
  monthName,
  sameDayIn,
  shortDayName,
  weekdayNames,
  weekdayOf,
} from './calendar.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a calendar day', () => {
  // Covers: booking-screen-2
  it('is named as people say it, always with the same words', () => {
    expect(dayName('2026-11-24')).toBe('Tuesday 24 November 2026')
    expect(dayName('2028-02-29')).toBe('Tuesday 29 February 2028')
    expect(shortDayName('2026-01-04')).toBe('Sun 4 Jan')
    expect(shortDayName('2026-11-24', true)).toBe('Tue 24 Nov 2026')
    expect(monthName('2026-11')).toBe('November 2026')
  })
  it('follows the calendar over ends of months, leap days, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(lastDayOf('2028-02')).toBe('2028-02-29')
    expect(lastDayOf('2026-11')).toBe('2026-11-30')
    expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28')
    expect(daysFromTo('2026-10-03', '2026-10-05')).toEqual(['2026-10-03', '2026-10-04', '2026-10-05'])
    expect(daysFromTo('2026-10-05', '2026-10-03')).toEqual([])
  })
  it('exists or does not', () => {
    expect(isDay('2028-02-29')).toBe(true)
    for (const text of ['2026-02-29', '2026-13-01', '24/11/2026', '', '2026-11-4'])
      expect(isDay(text)).toBe(false)
  })
  it('has the weekday that the calendar gives it', () => {
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([1, 7])
    fc.assert(
      fc.property(anyDay, (day) => {
        const name = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' }).format(
          new Date(day),
        )
        expect(weekdayNames[weekdayOf(day) - 1]).toBe(name)
      }),
    )
  })
})
