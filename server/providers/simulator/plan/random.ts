/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  unit(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** One of the choices, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  /** Log-normal with this median. */
  lognormal(median: number, sigma: number): number
}

/** 32 bits out of a text (FNV-1a, then mixed, as neighbouring texts must not look alike). */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** @param seed a whole number of 32 bits */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: small, and random enough for distinct calls
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const random: Random = {
    unit,
    between: (low, high) => low + unit() * (high - low),
    chance: (probability) => unit() < probability,
    pick: (choices) => choices[Math.floor(unit() * choices.length)] ?? choices[0],
    weighted(choices) {
      let left = unit() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      const found = choices.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      const chosen = found ?? choices[0]
      if (!chosen) throw new Error('nothing to choose from')
      return chosen[0]
    },
    lognormal(median, sigma) {
      // Box and Muller; 1 - unit is never 0
      const normal = Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())
      return median * Math.exp(sigma * normal)
    },
  }
  return random
}
