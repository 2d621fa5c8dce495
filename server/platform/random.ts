/** A seeded generator: the same seed gives the same world. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  pick<T>(list: readonly T[]): T
  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** Mulberry32 (public domain): small, fast, good enough for a world that only has to look natural. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    below,
    pick,
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [choice, weight] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return pick(choices)[0]
    },
    shuffled(list) {
      const items = [...list]
      for (let index = items.length - 1; index > 0; index--) {
        const other = below(index + 1)
        const [a, b] = [items[index], items[other]]
        if (a === undefined || b === undefined) continue
        items[index] = b
        items[other] = a
      }
      return items
    },
  }
}
