import { describe, expect, it, test } from 'vitest'
import {
  criteria,
  criterionTerms,
  type ScorecardRules,
  scorecardRules,
} from '#contract/scoring/scorecards.ts'
import type { Gate } from '#contract/scoring/scoring.ts'
import { seeded } from '#server/platform/random.ts'
import { deliveredRules } from '#test/worlds/delivered-rules.ts'
import { liftsOf } from './lifts.rules.ts'
import {
  evidenceOf,
  GATED_MOST,
  measured,
  pointsFor,
  type ScoreFacts,
  scoreOf,
  shrunk,
} from './score.rules.ts'

const card = deliveredRules

function facts(
  loans: number,
  [def, rework, credit, lvr, days]: readonly (number | null)[],
  compliance: number,
  gates: Gate[] = [],
): ScoreFacts {
  const of = (value: number | null | undefined) => ({
    value: value ?? null,
    loans: value == null ? 0 : loans,
  })
  return {
    totalLoans: loans,
    defaultRate: of(def),
    reworkRate: of(rework),
    avgCreditScore: of(credit),
    avgLvr: of(lvr),
    avgDaysToApproval: of(days),
    compliance,
    gates,
  }
}

const rounded = (values: readonly (number | undefined)[]) =>
  values.map((value) => Math.round((value ?? 0) * 10) / 10)

// Covers: decision-score
describe('the worked examples', () => {
  // Covers: scoring-1
  test.each<[string, ScoreFacts, number[] | null, number, string]>([
    [
      'a star',
      facts(24, [0, 100 / 12, 792, 67.5, 10.8], 100),
      [0.9, 11.2, 782.6, 68.6, 11.7],
      88.5,
      'Reward',
    ],
    ['typical', facts(12, [0, 100 / 6, 748, 73, 15.4], 95), [1.2, 17.3, 747, 73, 15.4], 77.5, 'Neutral'],
    [
      'poor',
      facts(18, [100 / 9, 700 / 18, 672, 86.2, 23.5], 60),
      [4.5, 31.4, 690.3, 82.9, 21.5],
      47.2,
      'Watchlist',
    ],
    [
      'with two loans, one of which defaulted',
      facts(2, [50, 0, 770, 70, 12], 100),
      [3.8, 15, 751.3, 72.3, 14.6],
      66.3,
      'Neutral',
    ],
    ['good, but banned', facts(20, [0, 10, 760, 72, 13], 0, ['suspended']), null, 39.9, 'Watchlist'],
    [
      'without loans',
      facts(0, [null, null, null, null, null], 90),
      [1.5, 18, 745, 73, 15.5],
      67.7,
      'Neutral',
    ],
  ])('a broker who is %s', (_who, given, adjusted, overall, tier) => {
    const score = scoreOf(given, card, {})
    const [def, rework, , credit, lvr, days] = score.adjusted
    if (adjusted) expect(rounded([def, rework, credit, lvr, days])).toEqual(adjusted)
    expect([score.overall, score.tier]).toEqual([overall, tier])
  })

  // Covers: scoring-1
  it('would be 61.7 for two loans if little evidence were not drawn towards the usual', () => {
    const bare = structuredClone(card)
    for (const one of measured) bare.criteria[one].prior = null
    expect(scoreOf(facts(2, [50, 0, 770, 70, 12], 100), bare, {}).overall).toBe(61.7)
  })
})

describe('a tier', () => {
  const star = (gates: Gate[], loans = 24) =>
    scoreOf(facts(loans, [0, 8, 792, 67.5, 10.8], 100, gates), card, {})

  // Covers: scoring-1
  it('is never Reward with an open high flag or expired insurance, and stays Neutral at best', () => {
    expect(star(['high_flag'])).toMatchObject({ tier: 'Neutral' })
    expect(star(['pi_expired'])).toMatchObject({ tier: 'Neutral' })
    expect(star(['pi_expired']).overall).toBe(star([]).overall)
  })

  // Covers: scoring-1, decision-tier-gate
  it('is Watchlist with an ended licence, whatever the points', () => {
    expect(star(['licence'])).toMatchObject({ tier: 'Watchlist', overall: GATED_MOST })
  })

  // Covers: scoring-1, decision-tier
  it('is Neutral with fewer than five loans, but for gates', () => {
    expect(star([], 4).tier).toBe('Neutral')
    expect(scoreOf(facts(4, [100, 100, 400, 99, 60], 0), card, {}).tier).toBe('Neutral')
    expect(star(['suspended'], 4).tier).toBe('Watchlist')
  })

  it('follows the panel where ten brokers have loans', () => {
    const own = scoreOf(facts(0, [null, null, null, null, null], 90), card, {
      defaultRate: 8,
      reworkRate: 50,
    })
    expect(own.adjusted[0]).toBe(8)
    expect(own.adjusted[1]).toBe(50)
  })
})

describe('whatever the figures', () => {
  const random = seeded(20_261_123)
  const between = (low: number, high: number) => low + random.next() * (high - low)
  const anybody = (): ScoreFacts =>
    facts(
      1 + random.below(40),
      [between(0, 12), between(0, 60), between(350, 1000), between(40, 100), between(2, 45)],
      Math.round(between(0, 100)),
    )
  const worlds = Array.from({ length: 400 }, anybody)

  // Covers: scoring-2
  it('more of a good thing never lowers the points, and less of a bad one neither', () => {
    for (const world of worlds) {
      const { points } = scoreOf(world, card, {})
      for (const [at, criterion] of criteria.entries()) {
        const better = structuredClone(world) as ScoreFacts
        const step = (value: number) => value * (criterionTerms[criterion].better === 'high' ? 1.2 : 0.8)
        if (criterion === 'compliance') better.compliance = Math.min(100, step(world.compliance))
        else if (criterion === 'totalLoans') better.totalLoans = step(world.totalLoans)
        else better[criterion].value = step(world[criterion].value ?? 0)
        expect(scoreOf(better, card, {}).points[at]).toBeGreaterThanOrEqual(points[at] ?? 0)
      }
    }
  })

  // Covers: scoring-2
  it('a score is from 0 to 100, and the sum of its contributions', () => {
    for (const world of worlds) {
      const { overall, points } = scoreOf(world, card, {})
      const sum = criteria.reduce(
        (total, one, at) => total + card.criteria[one].weight * (points[at] ?? 0),
        0,
      )
      expect(overall).toBeCloseTo(sum, 1)
      expect(overall).toBeGreaterThanOrEqual(0)
      expect(overall).toBeLessThanOrEqual(100)
    }
  })

  // Covers: scoring-2
  it('little evidence goes to what is usual, much to what was measured', () => {
    for (let run = 0; run < 200; run++) {
      const [value, usual, weight] = [between(0, 100), between(0, 100), between(1, 60)]
      expect(shrunk({ value, loans: 0 }, usual, weight)).toBe(usual)
      expect(shrunk({ value: null, loans: 9 }, usual, weight)).toBe(usual)
      expect(shrunk({ value, loans: 1e7 }, usual, weight)).toBeCloseTo(value, 2)
      const some = shrunk({ value, loans: 7 }, usual, weight)
      expect(some).toBeGreaterThanOrEqual(Math.min(value, usual) - 1e-9)
      expect(some).toBeLessThanOrEqual(Math.max(value, usual) + 1e-9)
    }
  })

  // Covers: scoring-10
  it('what is said to be enough for the next tier is enough', () => {
    let told = 0
    for (const world of worlds) {
      const score = scoreOf(world, card, {})
      for (const { criterion, to, enough, gain } of liftsOf(world, score, card, {})) {
        const lifted = structuredClone(world) as ScoreFacts
        if (criterion === 'compliance') lifted.compliance = to
        else if (criterion === 'totalLoans') lifted.totalLoans = to
        else lifted[criterion].value = to
        const after = scoreOf(lifted, card, {})
        expect(after.overall).toBeGreaterThan(score.overall)
        expect(after.overall - score.overall).toBeCloseTo(gain, 0)
        if (!enough) continue
        told++
        expect(after.tier, `${criterion} to ${to}`).not.toBe(score.tier)
      }
    }
    expect(told).toBeGreaterThan(100)
  })

  // Covers: scoring-11
  it('names gains down to a tenth of a point, and under a gate that bars Reward only', () => {
    const lifts = (facts: ScoreFacts) => liftsOf(facts, scoreOf(facts, card, {}), card, {})
    const gains = worlds.flatMap((world) => lifts(world).map(({ gain }) => gain))
    expect(gains.some((gain) => gain < 0.5)).toBe(true)
    expect(gains.every((gain) => gain >= 0.1)).toBe(true)
    const poor = worlds.find((world) => {
      const gated = { ...world, gates: ['high_flag'] as const }
      return scoreOf(gated, card, {}).tier === 'Watchlist' && world.gates.length === 0
    })
    expect(poor && lifts({ ...poor, gates: ['high_flag'] }).length).toBeGreaterThan(0)
    expect(poor && lifts({ ...poor, gates: ['suspended'] })).toEqual([])
  })
})

test('points lie on straight lines, level outside', () => {
  const { points } = card.criteria.defaultRate
  expect([-1, 0, 0.5, 1, 3.5, 8, 50].map((value) => pointsFor(value, points))).toEqual([
    100, 100, 94, 88, 53.5, 0, 0,
  ])
})

test('evidence is named by the number of loans', () => {
  expect([0, 1, 4, 5, 14, 15, 400].map(evidenceOf)).toEqual([
    'none',
    'low',
    'low',
    'medium',
    'medium',
    'high',
    'high',
  ])
})

describe('a scorecard', () => {
  const check = (change: (rules: ScorecardRules) => void) => {
    const changed = structuredClone(card)
    change(changed)
    const { error } = scorecardRules.safeParse(changed)
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  }

  it('is as delivered', () => {
    expect(criteria.map((one) => card.criteria[one].weight)).toEqual([0.25, 0.2, 0.15, 0.1, 0.1, 0.1, 0.1])
  })

  // Covers: scoring-2
  it.each<[string, (rules: ScorecardRules) => void, string]>([
    [
      'weights that do not add to one',
      (r) => {
        r.criteria.avgLvr.weight = 0.2
      },
      'weights: The weights have to add to 1; they add to 1.1',
    ],
    [
      'cuts the wrong way round',
      (r) => {
        r.watchlistBelow = 90
      },
      'watchlistBelow: Watchlist has to end below where Reward begins',
    ],
    [
      'values that do not rise',
      (r) => {
        r.criteria.avgLvr.points = [
          [60, 100],
          [60, 85],
        ]
      },
      'criteria.avgLvr.points: The values have to rise from one line to the next',
    ],
    [
      'points that go the wrong way',
      (r) => {
        r.criteria.avgLvr.points = [
          [60, 50],
          [70, 85],
        ]
      },
      'criteria.avgLvr.points: Less is better here: points may not rise with the value',
    ],
    [
      'points that fall with loans',
      (r) => {
        r.criteria.totalLoans.points = [
          [0, 50],
          [5, 20],
        ]
      },
      'criteria.totalLoans.points: More is better here: points may not fall with the value',
    ],
    [
      'points above 100',
      (r) => {
        r.criteria.totalLoans.points = [
          [0, 0],
          [5, 101],
        ]
      },
      'criteria.totalLoans.points.1.1: Points go from 0 to 100',
    ],
    [
      'a single value',
      (r) => {
        r.criteria.totalLoans.points = [[0, 0]]
      },
      'criteria.totalLoans.points: Give at least two values',
    ],
  ])('is refused with %s', (_what, change, message) => {
    expect(check(change)).toContain(message)
  })
})
