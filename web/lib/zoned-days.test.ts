import { describe, expect, it } from 'vitest'
import { SYDNEY } from '#contract/calendar.ts'
import { dayIn, instantAt, timeIn } from './zoned-days.ts'

describe('a calendar day', () => {
  it('is the one of the zone, not of the browser', () => {
    expect(dayIn(SYDNEY, '2026-11-24T12:59:00Z')).toBe('2026-11-24')
    expect(dayIn(SYDNEY, '2026-11-24T13:00:00Z')).toBe('2026-11-25')
    expect(dayIn('Australia/Perth', '2026-11-24T13:00:00Z')).toBe('2026-11-24')
    expect(timeIn(SYDNEY, '2026-11-24T13:00:00Z')).toBe('00:00')
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
    // and back at 3 am on 5 April 2026: half past two occurs twice
    ['2026-04-05', '02:30', '2026-04-04T15:30:00.000Z'],
    ['2026-04-05', '03:00', '2026-04-04T17:00:00.000Z'],
  ])('%s %s in Sydney is %s', (day, time, instant) => {
    expect(instantAt(SYDNEY, day, time)).toBe(instant)
  })
  // Covers: staff-screens-microsites-10
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
