import fc from 'fast-check'
import { seeded } from '#server/platform/random.ts'

/** The choices of one request: all are derived from its seed. */
export interface Choices {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** A text of any characters. */
  text(): string
  anything(): unknown
}

const SEEDS = 2 ** 31
const texts = fc.string({ unit: 'binary', maxLength: 40 })
const values = fc.jsonValue({ maxDepth: 2 })

export function choicesOf(seed: number): Choices {
  const { next, below, pick } = seeded(seed)
  const one = <T>(arbitrary: fc.Arbitrary<T>): T =>
    fc.sample(arbitrary, { numRuns: 1, seed: below(SEEDS) })[0] as T // numRuns: 1 returns one value
  return {
    below,
    pick,
    chance: (share) => next() < share,
    text: () => one(texts),
    anything: () => one(values),
  }
}
