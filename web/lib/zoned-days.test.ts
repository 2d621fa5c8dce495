import { describe, expect, it } from 'vitest'
import { addDays, daysFromTo, isDay, weekdayOf } from '#contract/calendar.ts'
import { dayIn, formatDay, instantAt, timeIn } from './zoned-days.ts'

const SYDNEY = 'Australia/Sydney'

describe('a calendar day', () => {
  it('is the one of the zone, not of the browser', () => {
    expect(dayIn(SYDNEY, '2026-11-24T12:59:00Z')).toBe('2026-11-24')
    expect(dayIn(SYDNEY, '2026-11-24T13:00:00Z')).toBe('2026-11-25')
    expect(dayIn('Australia/Perth', '2026-11-24T13:00:00Z')).toBe('2026-11-24')
    expect(timeIn(SYDNEY, '2026-11-24T13:00:00Z')).toBe('00:00')
  })
  it('is counted on over months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysFromTo('2026-10-03', '2026-10-05')).toEqual(['2026-10-03', '2026-10-04', '2026-10-05'])
    expect(daysFromTo('2026-10-05', '2026-10-03')).toEqual([])
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([1, 7])
  })
  it('exists or does not', () => {
    expect(isDay('2028-02-29')).toBe(true)
    for (const text of ['2026-02-29', '2026-13-01', '24/11/2026', '', '2026-11-4'])
      expect(isDay(text)).toBe(false)
  })
  it('reads as people write it', () => {
    expect(formatDay('2026-11-24')).toBe('Tue 24 Nov')
    expect(formatDay('2026-11-24', true)).toBe('Tue 24 Nov 2026')
    expect(formatDay('soon')).toBe('soon')
  })
})

describe('the instant at which clocks show a time', () => {
  it.each([
    ['2026-11-24', '09:00', '2026-11-23T22:00:00.000Z'],
    ['2026-07-01', '09:00', '2026-06-30T23:00:00.000Z'],
    // clocks go forward at 2 am on 4 October 2026: half past two does not exist
    ['2026-10-04', '01:59', '2026-10-03T15:59:00.000Z'],
    ['2026-10-04', '02:30', '2026-10-03T16:30:00.000Z'],
    ['2026-10-04', '03:00', '2026-10-03T16:00:00.000Z'],
    // and back at 3 am on 5 April 2026: half past two comes twice
    ['2026-04-05', '02:30', '2026-04-04T15:30:00.000Z'],
    ['2026-04-05', '03:00', '2026-04-04T17:00:00.000Z'],
  ])('%s %s in Sydney is %s', (day, time, instant) => {
    expect(instantAt(SYDNEY, day, time)).toBe(instant)
  })
  it('is found again for every hour of a year that exists once', () => {
    for (
      let ms = Date.parse('2026-01-01T00:00:00Z');
      ms < Date.parse('2027-01-01T00:00:00Z');
      ms += 3_600_000
    ) {
      const found = Date.parse(instantAt(SYDNEY, dayIn(SYDNEY, ms), timeIn(SYDNEY, ms)))
      // the hour that the clocks repeat is given as the first of the two
      expect([ms, ms - 3_600_000]).toContain(found)
      if (found !== ms) expect(dayIn(SYDNEY, ms)).toBe('2026-04-05')
    }
  })
})
