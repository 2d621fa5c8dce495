import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activityTime,
  formatClock,
  formatDate,
  formatDateTime,
  formatEventTime,
  formatHour,
  formatSeconds,
  formatTime,
  formatWeekday,
  interactionTime,
  realTimeText,
  untilNextWording,
} from './dates.ts'

const now = Date.parse('2026-11-24T12:00:00+11:00')
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()

describe('relative times', () => {
  // Covers: dashboard-10
  it.each([
    [0.99, 'Just now'],
    [1, '1 minute ago'],
    [59.9, '59 minutes ago'],
    [60, '1 hour ago'],
    [1439, '23 hours ago'],
    [1440, '1 day ago'],
    [4320, '3 days ago'],
  ])('activity panel, %d minutes: %s', (minutes, text) => {
    expect(activityTime(minutesAgo(minutes), now)).toBe(text)
  })

  // Covers: dashboard-1
  it.each([
    [0, 'Less than an hour ago'],
    [59.9, 'Less than an hour ago'],
    [60, '1 hour ago'],
    [1439, '23 hours ago'],
    [1440, '1 day ago'],
    [2880, '2 days ago'],
  ])('interactions table, %d minutes: %s', (minutes, text) => {
    expect(interactionTime(minutesAgo(minutes), now)).toBe(text)
  })

  it('takes a clock that runs ahead as just now, and an absent date as a dash', () => {
    expect(activityTime(minutesAgo(-5), now)).toBe('Just now')
    expect(interactionTime(null, now)).toBe('–')
    expect(activityTime('not a date', now)).toBe('–')
  })

  it('says when the wording changes: not before, and then it has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 * 3_600_000 }), (age) => {
        const then = now - age
        const wait = untilNextWording(then, now)
        expect(wait).toBeGreaterThan(0)
        expect(activityTime(then, now + wait - 2)).toBe(activityTime(then, now))
      }),
    )
  })
})

describe('exact times', () => {
  it('names the zone of the date', () => {
    const options = { timeZone: 'Australia/Sydney', now }
    expect(formatDateTime('2026-11-24T01:00:00Z', options)).toBe('Tue 24 Nov, 12:00 pm AEDT')
    expect(formatDateTime('2026-07-24T00:05:00Z', options)).toBe('Fri 24 Jul, 10:05 am AEST')
    expect(formatDateTime('2025-07-24T00:05:00Z', options)).toBe('Thu 24 Jul 2025, 10:05 am AEST')
  })
  // Covers: simulator-7
  it('names the simulator’s clock, and the real time where it differs', () => {
    const [real, simulated] = ['2026-11-28T18:29:00Z', '2026-12-01T01:35:00Z']
    expect(formatEventTime(real, simulated)).toBe('Tue 1 Dec, 12:35 pm AEDT (simulated call)')
    expect(formatEventTime(real, null)).toBe(formatDateTime(real))
    expect(realTimeText(real, simulated)).toBe(`Real time: ${formatDateTime(real)}`)
    expect([realTimeText(real, real), realTimeText(real, null)]).toEqual([null, null])
  })
  it('sets dates and times', () => {
    const perth = { timeZone: 'Australia/Perth', now }
    expect(formatDate('2026-11-24T01:00:00Z', perth)).toBe('Tue 24 Nov')
    expect(formatDate('2025-12-31T20:00:00Z', perth)).toBe('Thu 1 Jan')
    expect(formatDate('2024-11-24')).toBe('Sun 24 Nov 2024')
    expect(formatWeekday('2026-11-24T20:00:00Z', 'Australia/Perth')).toBe('Wed')
    expect(formatTime('2026-11-24T01:00:00Z', 'Australia/Perth')).toBe('9:00 am')
    expect(formatSeconds('2026-11-24T01:00:07Z', 'Australia/Perth')).toBe('9:00:07 am')
    expect(['00:05', '09:00', '12:00', '17:30'].map(formatClock)).toEqual([
      ...['12:05 am', '9:00 am', '12:00 pm', '5:30 pm'],
    ])
    expect([0, 9, 12, 24].map(formatHour)).toEqual(['12 am', '9 am', '12 pm', '12 am'])
    expect(formatDate(undefined)).toBe('–')
  })
  // Covers: staff-screens-microsites-13
  it.each([
    'America/New_York',
    'Australia/Perth',
    'Pacific/Kiritimati',
    undefined,
  ])('keeps a day without a time the same day in a browser in %s', (zone) => {
    const before = process.env.TZ
    process.env.TZ = 'America/New_York'
    try {
      expect(formatDate('2026-09-23', { timeZone: zone, now })).toBe('Wed 23 Sep')
      expect(formatDate('2027-01-01', { timeZone: zone, now })).toBe('Fri 1 Jan 2027')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})
