import { describe, expect, it } from 'vitest'
import { seeded } from '#server/platform/random.ts'
import { chanceOf, differenceOfMeans, differenceOfShares, sentenceOf, verdictOf } from './lift.rules.ts'

describe('the difference of two shares', () => {
  it('has the interval of Newcombe’s own example: 56 of 70 and 48 of 80', () => {
    const { difference, low, high } = differenceOfShares({ did: 56, of: 70 }, { did: 48, of: 80 })
    expect([difference, low, high].map((one) => one.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339'])
  })

  it('turns round when the groups change places', () => {
    const one = differenceOfShares({ did: 3, of: 40 }, { did: 9, of: 50 })
    const other = differenceOfShares({ did: 9, of: 50 }, { did: 3, of: 40 })
    expect(one.low).toBeCloseTo(-other.high)
    expect(one.high).toBeCloseTo(-other.low)
  })

  it('stays a number where nobody or everybody did it', () => {
    for (const did of [0, 20]) {
      const { low, high } = differenceOfShares({ did, of: 20 }, { did, of: 20 })
      expect([low < 0, high > 0]).toEqual([true, true])
    }
  })
})

it('the difference of two means has its 95% interval', () => {
  // 0, 2 and 4 against 1, 1 and 1
  const { difference, low, high } = differenceOfMeans(
    { of: 3, sum: 6, squares: 20 },
    { of: 3, sum: 3, squares: 3 },
  )
  expect([difference, low, high].map((one) => one.toFixed(3))).toEqual(['1.000', '-1.263', '3.263'])
})

describe('what is said', () => {
  const said = (one: [number, number], other: [number, number]) => {
    const [a, b] = [
      { did: one[0], of: one[1] },
      { did: other[0], of: other[1] },
    ]
    const interval = differenceOfShares(a, b)
    return sentenceOf('booking', verdictOf(a, b, interval), interval)
  }

  it('is nothing of few brokers, of rare deeds, and of what leaves everything open', () => {
    expect(said([5, 29], [0, 400])).toBe('Too few to tell.')
    expect(said([4, 400], [3, 400])).toBe('Too few to tell.')
    expect(said([15, 30], [15, 30])).toBe('Too few to tell.')
  })

  // Covers: audiences-6, best-hours-6
  it('is a plain sentence with both ends otherwise', () => {
    expect(said([200, 1000], [100, 1000])).toBe(
      'Of 100 brokers who were called 10.0 more booked a meeting: between 6.9 and 13.1.',
    )
    expect(said([100, 1000], [200, 1000])).toBe(
      'Of 100 brokers who were called 10.0 fewer booked a meeting: between 6.9 and 13.1.',
    )
    expect(said([100, 1000], [104, 1000])).toBe(
      'No clear difference: of 100 brokers between 3.1 fewer and 2.3 more booked a meeting.',
    )
  })
})

describe('who is kept uncalled', () => {
  // Covers: audiences-5
  it('is the same for a seed, others for another, and as many as were asked for', () => {
    const held = (seed: number) =>
      Array.from({ length: 20_000 }, (_, id) => chanceOf(seed, id + 1) < 0.1).map(Number)
    const count = (list: number[]) => list.reduce((sum, one) => sum + one, 0)
    expect(held(7)).toEqual(held(7))
    expect(held(7)).not.toEqual(held(8))
    for (const seed of [1, 7, 8, 2_000_000_000]) {
      expect(Math.abs(count(held(seed)) - 2000)).toBeLessThan(170)
      // no stretch of ids is favoured
      for (let at = 0; at < 20_000; at += 4000)
        expect(Math.abs(count(held(seed).slice(at, at + 4000)) - 400)).toBeLessThan(100)
    }
  })
})

// Covers: audiences-6
it('the 95% interval holds the truth in about 95 of 100 worlds (seeded part of the long proof)', () => {
  const random = seeded(20_261_123)
  let held = 0
  const worlds = 400
  for (let world = 0; world < worlds; world++) {
    const draw = (of: number, rate: number) => ({
      did: Array.from({ length: of }, () => Number(random.next() < rate)).reduce((sum, one) => sum + one, 0),
      of,
    })
    const { low, high } = differenceOfShares(draw(360, 0.13), draw(40, 0.1))
    if (low <= 0.03 && 0.03 <= high) held++
  }
  expect(held / worlds).toBeGreaterThan(0.93)
  expect(held / worlds).toBeLessThan(0.985)
})
