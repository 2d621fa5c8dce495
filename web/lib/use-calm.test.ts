import { describe, expect, it } from 'vitest'
import { isSeenNow } from './use-calm.ts'

describe('what changes all the time', () => {
  it.each([
    ['it went out of sight', [false], false],
    ['it went and came back before anybody was told', [false, true], true],
    ['it came and went', [true, false], false],
    ['nothing is told', [], true],
  ])('is drawn where it is seen: %s', (_what, told, seen) => {
    expect(isSeenNow(told.map((isIntersecting) => ({ isIntersecting })))).toBe(seen)
  })
})
