import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#contract/calendar.ts'
import { sydneyHour, sydneyMidnight } from '#server/calendar/days.ts'
import { cellsOf, cellsOfMovedVisits, cover, spanStart } from './rollups.rules.ts'

const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1990-01-01', days))

describe('a span', () => {
  it('of seven days begins on a Monday, and of one is the day itself', () => {
    expect(spanStart(7, '2026-11-22')).toBe('2026-11-16')
    expect(spanStart(7, '2026-11-23')).toBe('2026-11-23')
    expect(spanStart(1, '2026-11-22')).toBe('2026-11-22')
  })
})

describe('a period', () => {
  // Covers: microsites-visits-15
  it('is made up of whole spans that hold each of its days once', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (from, length) => {
        const to = addDays(from, length)
        const days: string[] = []
        for (const range of cover(from, to)) {
          expect(range.from <= range.to).toBe(true)
          expect(daysBetween(range.from, range.to) % range.days).toBe(0)
          for (let start = range.from; start <= range.to; start = addDays(start, range.days)) {
            expect(spanStart(range.days, start)).toBe(start)
            for (let index = 0; index < range.days; index++) days.push(addDays(start, index))
          }
        }
        expect(days).toEqual(Array.from({ length: length + 1 }, (_, index) => addDays(from, index)))
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  it('of ninety days takes at most 21 spans', () => {
    for (let offset = 0; offset < 28; offset++) {
      const from = addDays('2026-08-01', offset)
      const spans = cover(from, addDays(from, 89)).reduce(
        (sum, range) => sum + daysBetween(range.from, range.to) / range.days + 1,
        0,
      )
      expect(spans).toBeLessThanOrEqual(21)
    }
  })

  it('that ends before it begins has none', () => {
    expect(cover('2026-11-22', '2026-11-21')).toEqual([])
  })
})

describe('rollups', () => {
  const visit = {
    ...{ micrositeId: 3, day: '2026-11-22', brokerId: 7, source: 'sms', medium: null, campaign: null },
    ...{ content: null, term: null },
  }

  it('hold a visit for its microsite and for all, by day, week and four weeks, in each dimension', () => {
    const cells = cellsOf([visit, { ...visit, brokerId: null }])
    expect(cells).toContainEqual({
      micrositeId: 3,
      dimension: 'source',
      days: 7,
      start: '2026-11-16',
      value: 'sms',
      visits: 2,
    })
    expect(cells).toContainEqual({
      micrositeId: null,
      dimension: 'broker',
      days: 1,
      start: '2026-11-22',
      value: '7',
      visits: 1,
    })
    expect(cells).toContainEqual({
      micrositeId: null,
      dimension: 'broker',
      days: 1,
      start: '2026-11-22',
      value: '',
      visits: 1,
    })
    expect(cells).toContainEqual({
      micrositeId: null,
      dimension: 'total',
      days: 1,
      start: '2026-11-22',
      value: '',
      visits: 2,
    })
    // five tags and two brokers in three spans, plus the total by day; each for the microsite and for all
    expect(cells).toHaveLength((5 * 3 + 2 * 3 + 1) * 2)
  })

  it('are touched in the same order whatever the order of the visits', () => {
    const others = [
      visit,
      { ...visit, micrositeId: 2 },
      { ...visit, source: 'mail' },
      { ...visit, day: '2026-11-21' },
    ]
    expect(cellsOf(others.toReversed())).toEqual(cellsOf(others))
  })

  it('lose a broker without losing a visit', () => {
    const cells = cellsOfMovedVisits(7, null, [{ micrositeId: 3, day: '2026-11-22', visits: 5 }])
    expect(cells.reduce((sum, { visits }) => sum + visits, 0)).toBe(0)
    expect(cells).toContainEqual({
      micrositeId: 3,
      dimension: 'broker',
      days: 28,
      start: spanStart(28, '2026-11-22'),
      value: '7',
      visits: -5,
    })
  })
})

describe('a day in Sydney', () => {
  it.each([
    ['2026-11-21T12:59:59.999Z', '2026-11-21', false],
    ['2026-11-21T13:00:00Z', '2026-11-22', true],
    ['2026-11-21T13:59:59Z', '2026-11-22', true],
    ['2026-11-21T14:00:00Z', '2026-11-22', false],
    // standard time from April on
    ['2026-04-05T13:30:00Z', '2026-04-05', false],
    ['2026-04-05T14:00:00Z', '2026-04-06', true],
    // the hour repeated by the clock change is not a second midnight
    ['2026-04-04T16:30:00Z', '2026-04-05', false],
  ])('at %s is %s, first hour: %s', (at, expected, first) => {
    expect(sydneyHour(new Date(at))).toEqual({ day: expected, first })
  })

  it('begins at its midnight, on days of 23 and 25 hours too', () => {
    const lengths = ['2026-10-04', '2026-04-05', '2026-11-22'].map(
      (date) => (sydneyMidnight(addDays(date, 1)).getTime() - sydneyMidnight(date).getTime()) / 3_600_000,
    )
    expect(lengths).toEqual([23, 25, 24])
  })
})
