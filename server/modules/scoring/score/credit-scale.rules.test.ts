import { describe, expect, it } from 'vitest'
import type { Breakpoint, ScorecardRules } from '#contract/scoring/scorecards.ts'
import { deliveredRules } from '#test/worlds/delivered-rules.ts'
import { onScale } from './credit-scale.rules.ts'

const withPoints = (points: Breakpoint[]): ScorecardRules => ({
  ...deliveredRules,
  criteria: {
    ...deliveredRules.criteria,
    avgCreditScore: { ...deliveredRules.criteria.avgCreditScore, points },
  },
})

describe('a scorecard on another scale of credit scores', () => {
  it('is the delivered one on the scale of Equifax', () => {
    expect(onScale(deliveredRules, 'equifax', 'equifax').criteria.avgCreditScore).toEqual({
      weight: 0.1,
      points: [
        [460, 0],
        [661, 50],
        [735, 75],
        [853, 100],
      ],
      prior: { mean: 745, loans: 6 },
    })
  })

  // Covers: scoring-18
  it('has breakpoints and usual value in proportion, in whole scores, and nothing else changed', () => {
    const converted = onScale(deliveredRules, 'equifax', 'experian_illion')
    expect(converted).toEqual({
      ...deliveredRules,
      criteria: {
        ...deliveredRules.criteria,
        avgCreditScore: {
          weight: 0.1,
          points: [
            [383, 0],
            [551, 50],
            [613, 75],
            [711, 100],
          ],
          prior: { mean: 621, loans: 6 },
        },
      },
    })
  })

  it('goes up in proportion too, and lacks a usual value where it had none', () => {
    const rules = withPoints([
      [0, 0],
      [1000, 100],
    ])
    rules.criteria.avgCreditScore.prior = null
    expect(onScale(rules, 'experian_illion', 'equifax').criteria.avgCreditScore).toMatchObject({
      points: [
        [0, 0],
        [1200, 100],
      ],
      prior: null,
    })
  })

  it('keeps its values rising where neighbouring scores round to the same one', () => {
    const rules = withPoints([
      [603, 10],
      [604, 90],
    ])
    expect(onScale(rules, 'equifax', 'experian_illion').criteria.avgCreditScore.points).toEqual([
      [502.5, 10],
      [503.33, 90],
    ])
  })
})
