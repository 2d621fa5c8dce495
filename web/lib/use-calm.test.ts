import { describe, expect, it } from 'vitest'
import { isSeenNow, pauseOf } from './use-calm.ts'

describe('what changes all the time', () => {
  // Covers: console-toasts-32
  it('is drawn every 15 seconds out of sight, and no more often than in sight', () => {
    expect([pauseOf(true, 2_000), pauseOf(false, 2_000), pauseOf(false, 60_000)]).toEqual([
      2_000, 15_000, 60_000,
    ])
  })
  it.each([
    ['it went out of sight', [false], false],
    ['it went and came back before anybody was told', [false, true], true],
    ['it came and went', [true, false], false],
    ['nothing is told', [], true],
  ])('is drawn where it is seen: %s', (_what, told, seen) => {
    expect(isSeenNow(told.map((isIntersecting) => ({ isIntersecting })))).toBe(seen)
  })
})
