import { describe, expect, it } from 'vitest'
import { dueReport, firstOf, reportOccasion, weekName } from './weekly-report.rules.ts'

const due = (at: string) => dueReport(new Date(at))

describe('the report of a week', () => {
  // Covers: analytics-figures-12
  it('goes from seven on Mondays in Sydney until the day ends, and is of the week before', () => {
    expect(due('2026-11-23T06:59:59.999+11:00')).toBeNull()
    const report = {
      monday: '2026-11-23',
      period: { from: '2026-11-16', to: '2026-11-22' },
      from: new Date('2026-11-23T07:00:00+11:00'),
      until: new Date('2026-11-24T00:00:00+11:00'),
    }
    for (const at of ['07:00:00', '12:30:00', '23:59:59'])
      expect(due(`2026-11-23T${at}+11:00`)).toEqual(report)
    expect(due('2026-11-24T00:00:00+11:00')).toBeNull()
  })

  it.each(['17', '18', '19', '20', '21', '22'])('does not go on 2026-11-%s, which is no Monday', (day) => {
    for (const hour of ['00', '07', '12', '23']) expect(due(`2026-11-${day}T${hour}:00:00+11:00`)).toBeNull()
  })

  it.each([
    ['summer time has begun', '2026-10-05', '+11:00', '2026-09-28', '2026-10-04'],
    ['summer time has ended', '2026-04-06', '+10:00', '2026-03-30', '2026-04-05'],
  ])('goes at seven by the clock on the wall when %s', (_what, monday, offset, from, to) => {
    expect(due(`${monday}T06:59:00${offset}`)).toBeNull()
    expect(due(`${monday}T07:00:00${offset}`)).toMatchObject({ monday, period: { from, to } })
    expect(due(`${monday}T23:59:00${offset}`)).toMatchObject({ monday })
  })

  it('is one for each person and Monday', () => {
    expect(reportOccasion(17, '2026-11-23')).toBe('weekly-report:17:2026-11-23')
  })

  it.each([
    ['2026-11-16', '2026-11-22', 'Mon 16 to Sun 22 Nov 2026'],
    ['2026-11-30', '2026-12-06', 'Mon 30 Nov to Sun 6 Dec 2026'],
    ['2026-12-28', '2027-01-03', 'Mon 28 Dec 2026 to Sun 3 Jan 2027'],
  ])('of %s to %s is called %s', (from, to, name) => {
    expect(weekName({ from, to })).toBe(name)
  })

  it('shows the first few, and says how many are left', () => {
    expect(firstOf([1, 2, 3], 2)).toEqual({ shown: [1, 2], more: 1 })
    expect(firstOf([1, 2], 2)).toEqual({ shown: [1, 2], more: 0 })
    expect(firstOf([], 2)).toEqual({ shown: [], more: 0 })
  })
})
