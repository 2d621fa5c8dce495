import { describe, expect, it } from 'vitest'
import { stepBounds, stepOf } from './best-hours.ts'

describe('the steps of colour', () => {
  // Covers: analytics-figures-29
  it('are thirds of the highest share', () => {
    expect([0, 19.9, 20, 39.9, 40, 60].map((rate) => stepOf(rate, 60))).toEqual([0, 0, 1, 1, 2, 2])
    expect(stepBounds(60)).toEqual(['Below 20%', '20% to 40%', 'Above 40%'])
    expect(stepOf(0, 0)).toBe(0)
  })
})
