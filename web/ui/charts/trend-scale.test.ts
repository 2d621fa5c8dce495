import { describe, expect, it } from 'vitest'
import { isWrittenBelow, trendScale } from './trend-scale.ts'

describe('the scale of a trend', () => {
  it('contains the values and the cuts between tiers, and little else', () => {
    expect(trendScale([72.1, 74.8, 73.9, 80, 60])).toEqual([50, 60, 70, 80, 90])
  })

  it('takes larger steps for values far apart, and stays between 0 and 100', () => {
    expect(trendScale([2, 99])).toEqual([0, 20, 40, 60, 80, 100])
    expect(trendScale([0])).toEqual([0, 10])
    expect(trendScale([100])).toEqual([90, 100])
  })
})

describe('a written value', () => {
  it('is below its point where a cut between tiers is just above', () => {
    const scale = [50, 60, 70, 80, 90]
    const below = (value: number) => isWrittenBelow(value, [80, 60], scale)
    expect([78.9, 80, 80.9, 70, 59].map(below)).toEqual([true, false, false, false, true])
  })
})
