import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#contract/calendar.ts'
import { attribution } from '#contract/microsites/microsites.ts'
import { periodMistake } from '#web/lib/period.ts'
import { barAfterKey, barsOf, scaleFor } from './day-bars.ts'
import { visitsFilters, visitsQuery } from './visits-filters.ts'

// half past midnight on 25 November in Sydney
const now = Date.parse('2026-11-24T13:30:00Z')

describe('the report', () => {
  it('is of the last 30 Sydney days of all microsites by source, unless the address says otherwise', () => {
    expect(visitsQuery(visitsFilters, now)).toEqual({ by: 'source', from: '2026-10-27', to: '2026-11-25' })
    const chosen = {
      microsite: '7',
      campaignId: '3',
      by: 'broker',
      period: 'own',
      from: '2026-01-01',
      to: '2026-01-31',
    }
    expect(visitsQuery(chosen, now)).toEqual({
      by: 'broker',
      from: '2026-01-01',
      to: '2026-01-31',
      ...{ micrositeId: 7, campaignId: 3 },
    })
    expect(visitsQuery({ ...visitsFilters, period: '7' }, now).from).toBe('2026-11-19')
  })
  // Covers: staff-screens-microsites-7
  it('leaves out what nobody knows, and is always what the contract takes', () => {
    fc.assert(
      fc.property(
        fc.record({
          microsite: fc.string(),
          campaignId: fc.string(),
          by: fc.string(),
          period: fc.string(),
          from: fc.string(),
          to: fc.string(),
        }),
        (filters) => {
          expect(attribution.query.safeParse(visitsQuery(filters, now)).success).toBe(true)
        },
      ),
    )
  })
  it('says what is wrong with the days chosen', () => {
    const own = { ...visitsFilters, period: 'own' }
    expect(periodMistake(own)).toBeNull()
    expect(periodMistake({ ...own, from: '2026-01-02' })).toBe('Choose both days.')
    expect(periodMistake({ ...own, from: '2026-01-02', to: '2026-01-01' })).toBe(
      'The first day is after the last.',
    )
    expect(periodMistake({ ...own, from: '2026-01-02', to: '2026-01-02' })).toBeNull()
  })
})

describe('the bars', () => {
  it('stand for every day, days without visits too', () => {
    const { bars, unit } = barsOf([{ date: '2026-11-03', visits: 4 }], '2026-11-02', '2026-11-04')
    expect(unit).toBe('day')
    expect(bars.map(({ label, visits }) => [label, visits])).toEqual([
      ['Mon 2 Nov', 0],
      ['Tue 3 Nov', 4],
      ['Wed 4 Nov', 0],
    ])
  })
  // Covers: staff-screens-microsites-7
  it('become weeks where days are too many, and lose no visit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 800 }),
        fc.array(fc.nat(500), { maxLength: 800 }),
        (length, counts) => {
          const from = '2025-12-30'
          const to = addDays(from, length - 1)
          const days = counts
            .slice(0, length)
            .map((visits, index) => ({ date: addDays(from, index), visits }))
          const { bars } = barsOf(days, from, to)
          expect(bars.length).toBeLessThanOrEqual(120)
          const sum = (list: readonly { visits: number }[]): number =>
            list.reduce((all, { visits }) => all + visits, 0)
          expect(sum(bars)).toBe(sum(days))
          expect(bars[0]?.date).toBe(from)
        },
      ),
      { numRuns: 30 },
    )
  })
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [499, 500],
    [501, 1000],
  ])('with %i at the highest have a scale up to %i', (highest, scale) => {
    expect(scaleFor(highest)).toBe(scale)
  })
  it('are walked through by keys, never past the ends', () => {
    expect([barAfterKey('ArrowRight', 29, 30), barAfterKey('ArrowLeft', 0, 30)]).toEqual([29, 0])
    expect([barAfterKey('Home', 9, 30), barAfterKey('End', 9, 30), barAfterKey('a', 9, 30)]).toEqual([
      0,
      29,
      null,
    ])
  })
})
