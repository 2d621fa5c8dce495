import { describe, expect, it } from 'vitest'
import { curveOf } from './sparkline-curve.ts'

describe('a small curve', () => {
  // Covers: dashboard-12
  it('ends at yesterday, from nothing at the bottom to the highest value at the top', () => {
    expect(curveOf([0, 5, 10, 1])).toEqual({ line: '0,24 50,12 100,0', end: { x: 100, y: 0 } })
  })
  it('goes on where there is no value, and a value alone is a point', () => {
    expect(curveOf([2, null, 4, 2, null, 9]).line).toBe('0,12 50,0 75,12')
    expect(curveOf([2, null, 4, 2, null, 9]).end).toEqual({ x: 75, y: 12 })
    expect(curveOf([null, 3, null]).line).toBe('100,0 100,0')
    expect(curveOf([null, 3])).toEqual({ line: null, end: null })
  })
  it('lies flat where nothing was counted, and is none without values', () => {
    expect(curveOf([0, 0, 0])).toEqual({ line: '0,24 100,24', end: { x: 100, y: 24 } })
    expect(curveOf([])).toEqual({ line: null, end: null })
  })
})
