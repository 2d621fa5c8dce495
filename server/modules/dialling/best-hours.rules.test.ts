import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { type Random, seeded } from '#server/platform/random.ts'
import { bestHourOf, type HourCount, type Line, rankHours } from './best-hours.rules.ts'

/** Monday to Friday, 9 am to 5 pm. */
const WEEK = [1, 2, 3, 4, 5].flatMap((day) => Array.from({ length: 8 }, (_, hour) => day * 24 + 9 + hour))
const lines = ['mobile', 'fixed'] as const

const reachedOf = (random: Random, calls: number, rate: number): number =>
  Array.from({ length: calls }, () => Number(random.next() < rate)).reduce((sum, one) => sum + one, 0)

/** @param callsOf how many calls an hour has */
function world(
  random: Random,
  callsOf: (region: Region) => number,
  rateOf: (region: Region, line: Line, hour: number) => number,
): HourCount[] {
  return regions.flatMap((region) =>
    lines.flatMap((line) =>
      WEEK.map((hour) => {
        const calls = callsOf(region)
        return { region, line, hour, calls, reached: reachedOf(random, calls, rateOf(region, line, hour)) }
      }),
    ),
  )
}

describe('where all hours are alike', () => {
  // Covers: best-hours-1
  it('nothing is preferred in at least 95 of 100 worlds, whatever the rate and however many calls', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        fc.integer({ min: 2, max: 120 }),
        (seed, rate, most) => {
          const random = seeded(seed)
          const quiet = Array.from({ length: 100 }, () =>
            world(
              random,
              () => random.below(most),
              () => rate,
            ),
          )
            .map(rankHours)
            .filter(({ groups }) => groups.every(({ preferred }) => preferred.length === 0))
          expect(quiet.length).toBeGreaterThanOrEqual(95)
        },
      ),
      { numRuns: 5, seed: 20_261_124 },
    )
  })

  // Covers: best-hours-1
  it('nothing is preferred where regions and lines differ, but not their hours', () => {
    const random = seeded(7)
    const rates = world(
      random,
      () => 80,
      (region, line) => 0.1 + regions.indexOf(region) * 0.08 + (line === 'mobile' ? 0.15 : 0),
    )
    for (const { preferred, verdict } of rankHours(rates).groups)
      expect({ preferred, verdict }).toEqual({ preferred: [], verdict: 'no_difference' })
  })
})

describe('a planted effect', () => {
  /** Tuesday to Thursday, 10 am to noon. */
  const good = [2, 3, 4].flatMap((day) => [day * 24 + 10, day * 24 + 11])
  const planted = (seed: number, calls: number) => {
    const random = seeded(seed)
    return rankHours(
      world(
        random,
        () => calls,
        (_, line, hour) => (line === 'mobile' && good.includes(hour) ? 0.55 : 0.3),
      ),
    )
  }

  // Covers: best-hours-1
  it('is found, and hardly anything beside it', () => {
    let found = 0
    let beside = 0
    for (let seed = 1; seed <= 20; seed++) {
      const { groups, of } = planted(seed, 80)
      for (const region of regions) {
        found += good.filter((hour) => of(region, 'mobile').has(hour)).length
        expect(of(region, 'fixed').size).toBe(0)
      }
      beside += groups.reduce(
        (sum, { preferred }) => sum + preferred.filter((hour) => !good.includes(hour)).length,
        0,
      )
    }
    expect(found / (20 * regions.length * good.length)).toBeGreaterThan(0.8)
    expect(beside / (20 * regions.length * (WEEK.length - good.length))).toBeLessThan(0.01)
  })

  // Covers: best-hours-1
  it('of one region alone is no other region’s', () => {
    const random = seeded(3)
    const { of } = rankHours(
      world(
        random,
        () => 120,
        (region, _, hour) => (region === 'WA' && good.includes(hour) ? 0.6 : 0.3),
      ),
    )
    expect([...of('WA', 'mobile')]).toEqual(good)
    for (const region of regions.filter((one) => one !== 'WA')) expect(of(region, 'mobile').size).toBe(0)
  })

  it('says on what it is founded', () => {
    const group = planted(1, 80).groups.find(({ region, line }) => region === 'NSW' && line === 'mobile')
    expect(group).toMatchObject({ verdict: 'preferred', share: { of: 80 * WEEK.length } })
    expect(group?.best.of).toBe(80 * (group?.preferred.length ?? 0))
  })
})

// Covers: best-hours-1
it('an hour with three calls never wins, even if all were answered', () => {
  const random = seeded(11)
  const counts = world(
    random,
    () => 100,
    (_, __, hour) => (hour < 48 ? 0.5 : 0.3),
  )
  const lucky = { region: 'NSW' as const, line: 'mobile' as const, hour: 6 * 24 + 9, calls: 3, reached: 3 }
  const { of } = rankHours([...counts, lucky])
  expect(of('NSW', 'mobile').size).toBeGreaterThan(0)
  expect(of('NSW', 'mobile').has(lucky.hour)).toBe(false)
})

// Covers: best-hours-1
it('too few calls prefer nothing, and say so', () => {
  const few = WEEK.map(
    (hour, index) => ({ region: 'NSW', line: 'mobile', hour, calls: 9, reached: index % 10 }) as const,
  )
  expect(rankHours(few).groups).toMatchObject([{ verdict: 'too_few', preferred: [] }])
  expect(rankHours([]).groups).toEqual([])
  expect(rankHours([]).of('NSW', 'mobile').size).toBe(0)
})

// Covers: best-hours-1
it('calls of brokers without a state count for their line, and prefer nothing', () => {
  const counts = WEEK.map(
    (hour) => ({ region: null, line: 'mobile', hour, calls: 200, reached: hour < 40 ? 150 : 50 }) as const,
  )
  const { groups, of } = rankHours(counts)
  expect(groups).toEqual([])
  expect(of(null, 'mobile').size).toBe(0)
})

describe('the best hour of a week', () => {
  const week = (callsOf: number, rate: (hour: number) => number, random: Random): HourCount[] =>
    WEEK.map((hour) => ({
      ...{ region: 'NSW', line: 'mobile', hour, calls: callsOf },
      reached: reachedOf(random, callsOf, rate(hour)),
    }))

  // Covers: dashboard-5
  it('is named in at most 3 of 100 weeks whose hours are all alike, however many calls they have', () => {
    for (const calls of [3, 30, 60, 200]) {
      const random = seeded(calls)
      const named = Array.from({ length: 300 }, () => bestHourOf(week(calls, () => 0.4, random))).filter(
        Boolean,
      )
      expect([calls, named.length <= 9]).toEqual([calls, true])
    }
  })

  // Covers: dashboard-5
  it('is the one that was planted, and never one with few calls', () => {
    const planted = WEEK[7] ?? 0
    const hours = week(80, (hour) => (hour === planted ? 0.75 : 0.4), seeded(1))
    const lucky: HourCount = { region: 'NSW', line: 'mobile', hour: 1, calls: 4, reached: 4 }
    expect(bestHourOf([...hours, lucky])?.hour).toBe(planted)
    expect([bestHourOf([]), bestHourOf([lucky])]).toEqual([null, null])
  })
})
