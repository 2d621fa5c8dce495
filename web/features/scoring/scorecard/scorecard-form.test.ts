import { describe, expect, it } from 'vitest'
import { deliveredRules } from '#test/worlds/delivered-rules.ts'
import { rulesOf, textsOf, weightShares, weightSum } from './scorecard-form.ts'

describe('a scorecard as it is typed', () => {
  const texts = textsOf(deliveredRules, '')

  it('reads back as it was', () => {
    expect(texts.points.defaultRate).toBe('0: 100, 1: 88, 2: 72, 5: 35, 8: 0')
    expect(texts.weights.defaultRate).toBe('25')
    expect(rulesOf(texts)).toEqual(deliveredRules)
    expect(weightSum(texts)).toBe(100)
  })

  it('keeps what is no number as none, so that it is refused at its field', () => {
    const typed = {
      ...texts,
      rewardFrom: '',
      weights: { ...texts.weights, avgLvr: 'ten' },
      points: { ...texts.points, avgLvr: '60: 100, x' },
    }
    const rules = rulesOf(typed)
    expect([rules.rewardFrom, rules.criteria.avgLvr.weight, weightSum(typed)]).toEqual([NaN, NaN, NaN])
    expect(rules.criteria.avgLvr.points).toEqual([
      [60, 100],
      [NaN, NaN],
    ])
  })

  it('fills the bar of weights at 100%, and no further above it', () => {
    const withRate = (defaultRate: string) => ({ ...texts, weights: { ...texts.weights, defaultRate } })
    const filled = (typed: string): number =>
      Math.round(Object.values(weightShares(withRate(typed))).reduce((sum, share) => sum + share, 0))
    expect([filled('25'), filled('5'), filled('75'), filled('x'), filled('-10')]).toEqual([
      100, 80, 100, 75, 75,
    ])
  })
})
