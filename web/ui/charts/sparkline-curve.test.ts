import { describe, expect, it } from 'vitest'
import { curveOf } from './sparkline-curve.ts'

describe('a small curve', () => {
  // Covers: dashboard-12
  it('ends at yesterday, from nothing at the bottom to the highest value at the top', () => {
    expect(curveOf([0, 5, 10])).toEqual({ line: '0,24 50,12', today: { x: 100, y: 0 } })
  })
  it('goes on where there is no value, and a value alone is a point', () => {
    expect(curveOf([2, null, 4, 2, null])).toEqual({ line: '0,12 50,0 75,12', today: null })
    expect(curveOf([null, 3])).toEqual({ line: null, today: { x: 100, y: 0 } })
    expect(curveOf([null, 3, null]).line).toBe('50,0 50,0')
  })
  it('lies flat where nothing was counted, and is none without values', () => {
    expect(curveOf([0, 0])).toEqual({ line: '0,24 0,24', today: { x: 100, y: 24 } })
    expect(curveOf([])).toEqual({ line: null, today: null })
  })
})
