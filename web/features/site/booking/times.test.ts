import { describe, expect, it } from 'vitest'
import {
  personClock,
  personDay,
  personMeeting,
  personRange,
  personStart,
  placeOf,
  sydneyDay,
  sydneyRange,
  zoneLabel,
} from './times.ts'

const summer = '2026-11-24T10:00:00+11:00'
const winter = '2027-07-06T10:00:00+10:00'

describe('a meeting', () => {
  // Covers: booking-screen-4
  it('has the label of its own date, whatever form its instant has', () => {
    expect(personRange(summer, null)).toBe('10:00 AM to 11:00 AM AEDT')
    expect(personRange('2026-11-23T23:00:00Z', null)).toBe('10:00 AM to 11:00 AM AEDT')
    expect(personRange(winter, null)).toBe('10:00 AM to 11:00 AM AEST')
    expect(personRange('2026-11-24T11:00:00+11:00', null)).toBe('11:00 AM to 12:00 PM AEDT')
  })

  // Covers: booking-screen-4
  it('changes the label with the clocks: at 2:00 on the first Sunday of October and at 3:00 on that of April', () => {
    expect(zoneLabel('2026-10-03T15:59:00Z')).toBe('AEST')
    expect(zoneLabel('2026-10-03T16:00:00Z')).toBe('AEDT')
    expect(zoneLabel('2027-04-03T15:59:00Z')).toBe('AEDT')
    expect(zoneLabel('2027-04-03T16:00:00Z')).toBe('AEST')
  })

  it('belongs to the day that Sydney has', () => {
    expect(sydneyDay('2026-11-23T13:00:00Z')).toBe('2026-11-24')
    expect(sydneyDay('2026-11-23T12:59:59Z')).toBe('2026-11-23')
    expect(sydneyDay('2026-12-31T13:30:00Z')).toBe('2027-01-01')
  })
})

describe('the time of a person', () => {
  it('is on their clock first, with Sydney’s after it where it differs on that date', () => {
    expect(personRange(summer, 'Australia/Perth')).toBe('7:00 AM to 8:00 AM Perth time')
    expect(sydneyRange(summer, 'Australia/Perth')).toBe('10:00 AM to 11:00 AM AEDT in Sydney')
    expect(personRange(summer, 'Australia/Adelaide')).toBe('9:30 AM to 10:30 AM Adelaide time')
    expect(personStart(summer, 'Australia/Perth')).toBe('7:00 AM')
    expect(personMeeting(summer, 'Australia/Perth')).toBe(
      '7:00 AM to 8:00 AM Perth time on Tuesday 24 November 2026 (10:00 AM to 11:00 AM AEDT in Sydney)',
    )
    expect(personClock(summer, 'Australia/Perth')).toBe('7:00 AM Perth time (10:00 AM in Sydney)')
  })

  // Covers: booking-screen-4
  it('is Sydney’s alone where the clocks agree, be it for half the year', () => {
    for (const zone of ['Australia/Melbourne', null]) {
      expect(personMeeting(summer, zone)).toBe('10:00 AM to 11:00 AM AEDT on Tuesday 24 November 2026')
      expect(personClock(summer, zone)).toBe('10:00 AM AEDT')
      expect(sydneyRange(summer, zone)).toBeNull()
      expect(personStart(summer, zone)).toBeNull()
    }
    expect(sydneyRange(winter, 'Australia/Brisbane')).toBeNull()
    expect(personStart(winter, 'Australia/Brisbane')).toBeNull()
  })

  // Covers: booking-screen-4
  it('names the day in Sydney where it is another one', () => {
    expect(personDay(summer, 'Europe/London')).toBe('2026-11-23')
    expect(personRange(summer, 'Europe/London')).toBe('11:00 PM to 12:00 AM London time')
    expect(sydneyRange(summer, 'Europe/London')).toBe('Tue 24 Nov, 10:00 AM to 11:00 AM AEDT in Sydney')
    expect(personStart(summer, 'Europe/London')).toBe('11:00 PM (Mon 23 Nov)')
  })

  it('names the place as people do', () => {
    expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(placeOf('UTC')).toBe('UTC')
    expect(placeOf('Etc/GMT+8')).toBe('your own')
  })
})
