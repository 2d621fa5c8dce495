import { describe, expect, it } from 'vitest'
import { dueNotice, dueRunDay, type ExpiringVersion } from './expiry.rules.ts'

const expiring = (expiresOn: string, more: Partial<ExpiringVersion> = {}): ExpiringVersion => ({
  ...{ expiresOn, active: true, newer: null, reminded: [], expiryNotified: false },
  ...more,
})
const remind = (daysAhead: number, daysLeft: number) => ({ kind: 'remind', daysAhead, daysLeft })
const expired = { kind: 'expired' }

describe('what is told of a document that ends', () => {
  it.each([
    ['61 days ahead: nothing', '2027-01-20', '2026-11-20', null],
    ['60 days ahead', '2027-01-19', '2026-11-20', remind(60, 60)],
    ['59 days ahead, as the day before was missed', '2027-01-18', '2026-11-20', remind(60, 59)],
    ['30 days ahead', '2026-12-20', '2026-11-20', remind(30, 30)],
    ['7 days ahead', '2026-11-27', '2026-11-20', remind(7, 7)],
    ['on its last day', '2026-11-20', '2026-11-20', remind(7, 0)],
    ['on the day after', '2026-11-19', '2026-11-20', expired],
    ['a year late', '2025-11-19', '2026-11-20', expired],
    ['60 days over the end of a leap February', '2028-03-01', '2028-01-01', remind(60, 60)],
    ['61 days over the end of a leap February', '2028-03-02', '2028-01-01', null],
    ['60 days over the end of a short February', '2027-03-02', '2027-01-01', remind(60, 60)],
    ['the last of a month, seen from the month before', '2027-01-31', '2026-12-31', remind(60, 31)],
    ['30 days over the end of daylight saving', '2027-04-20', '2027-03-21', remind(30, 30)],
    ['30 days over its beginning', '2026-10-30', '2026-09-30', remind(30, 30)],
    ['over the turn of the year', '2027-01-01', '2026-12-25', remind(7, 7)],
  ])('%s', (_case, expiresOn, today, notice) => {
    expect(dueNotice(expiring(expiresOn), today)).toEqual(notice)
  })

  it.each([
    ['60 was sent, 59 days ahead', '2027-01-18', { reminded: [60] }, null],
    ['60 was sent, 30 days ahead', '2026-12-20', { reminded: [60] }, remind(30, 30)],
    ['60 was sent, 30 was missed', '2026-11-25', { reminded: [60] }, remind(7, 5)],
    ['all were missed: only the one that fits', '2026-11-25', {}, remind(7, 5)],
    ['7 was sent first', '2026-11-21', { reminded: [7] }, null],
    ['a renewal waits', '2026-11-25', { newer: 'pending' }, null],
    ['a renewal waits, and the day has passed', '2026-11-19', { newer: 'pending' }, expired],
    ['a renewal is approved', '2026-11-25', { newer: 'approved' }, null],
    ['a renewal is approved, and the day has passed', '2026-11-19', { newer: 'approved' }, null],
    ['its end was told', '2026-11-19', { expiryNotified: true }, null],
    ['the type is no longer asked for', '2026-11-25', { active: false }, null],
    ['the type is no longer asked for, and the day has passed', '2026-11-19', { active: false }, null],
  ] satisfies [
    string,
    string,
    Partial<ExpiringVersion>,
    unknown,
  ][])('%s', (_case, expiresOn, more, notice) => {
    expect(dueNotice(expiring(expiresOn, more), '2026-11-20')).toEqual(notice)
  })

  // Covers: document-review-expiry-9, decision-document-expiry
  it('sends each reminder once, whichever days are missed', () => {
    const expiresOn = '2027-02-28'
    for (const step of [1, 2, 3, 5, 11, 29]) {
      const reminded: number[] = []
      let expirations = 0
      for (let day = Temporal.PlainDate.from('2026-11-01'); day.year < 2028; day = day.add({ days: step })) {
        const expiryNotified = expirations > 0
        const notice = dueNotice(expiring(expiresOn, { reminded, expiryNotified }), day.toString())
        if (notice?.kind === 'remind') {
          expect(reminded).not.toContain(notice.daysAhead)
          expect(notice.daysLeft).toBeLessThanOrEqual(notice.daysAhead)
          reminded.push(notice.daysAhead)
        } else if (notice) expirations++
      }
      expect(expirations, `every ${step} days`).toBe(1)
      expect(reminded, `every ${step} days`).toEqual(reminded.toSorted((a, b) => b - a))
      if (step <= 5) expect(reminded).toEqual([60, 30, 7])
    }
  })
})

describe('the day that is looked after', () => {
  it.each([
    ['before seven in summer', '2026-11-23T06:59:59+11:00', null],
    ['from seven in summer', '2026-11-23T07:00:00+11:00', '2026-11-23'],
    ['from seven in winter', '2027-06-01T07:00:00+10:00', '2027-06-01'],
    ['until nine in the evening', '2026-11-23T20:59:59+11:00', '2026-11-23'],
    ['at nine in the evening', '2026-11-23T21:00:00+11:00', null],
    ['on the morning after daylight saving began', '2026-10-04T07:05:00+11:00', '2026-10-04'],
    ['on the morning after it ended', '2027-04-04T07:05:00+10:00', '2027-04-04'],
    [
      'on the last morning of the year, which is still the day before in UTC',
      '2026-12-31T20:05:00Z',
      '2027-01-01',
    ],
  ])('%s', (_case, now, day) => {
    expect(dueRunDay(new Date(now))).toBe(day)
  })
})
