import { describe, expect, it } from 'vitest'
import { slotsOf } from './live-slots.ts'

describe('the places of calls in the list', () => {
  // Covers: dashboard-15
  it('are kept while a call lasts, and taken by who comes next', () => {
    const first = slotsOf([], [3, 2, 1])
    expect(first).toEqual([1, 2, 3])
    expect(slotsOf(first, [4, 3, 1])).toEqual([1, 4, 3])
    expect(slotsOf(first, [3, 1])).toEqual([1, null, 3])
    expect(slotsOf([1, null, 3], [5, 4, 3, 1])).toEqual([1, 4, 3, 5])
  })
  it('are given up at the end of the list', () => {
    expect(slotsOf([1, 2, 3], [1])).toEqual([1])
    expect(slotsOf([1, 2], [])).toEqual([])
  })
})
