import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentOf, roundHalfUp } from './percent.ts'

// Covers: scoring-11
it.each([
  [23, 80, 28.8],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 16, 6.3],
  [1, 2000, 0.1],
  [7, 160, 4.4],
  [0, 9, 0],
  [9, 9, 100],
])('%i of %i is %f%%', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
  expect(roundHalfUp((part / whole) * 100)).toBe(percent)
})

// Covers: scoring-11
it('rounds every share as exact arithmetic does', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (a, b) => {
      const [part, whole] = a < b ? [a, b] : [b, a]
      if (whole === 0) return
      const exact = (2000n * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))
      expect(percentOf(part, whole)).toBe(Number(exact) / 10)
    }),
  )
})

it('rounds to whole percent as well', () => {
  expect(percentOf(1, 8, 0)).toBe(13)
  expect(percentOf(1, 200, 0)).toBe(1)
})
