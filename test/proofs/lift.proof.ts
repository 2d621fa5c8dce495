// Lift on made-up worlds with a defined effect: how often the 95% interval contains the true value, and how often the
// verdict is 'too few to tell'. node test/proofs/lift.proof.ts [worlds] [seed]
import { differenceOfShares, verdictOf } from '#server/modules/audiences/lift.rules.ts'
import { seeded } from '#server/platform/random.ts'

const WORLDS = Number(process.argv[2] ?? 2000)
const SEED = Number(process.argv[3] ?? 20_261_123)
/** Rate of brokers who are not called. */
const BASE = 0.1
const HOLD_OUT = 0.2
const SIZES = [200, 2000, 20_000]
const EFFECTS = [0, 0.03, 0.1]

const random = seeded(SEED)
let outside = false
let all = 0
let inAll = 0

/** Each broker by their own chance, as people are. */
function draw(of: number, rate: number): { did: number; of: number } {
  let did = 0
  for (let broker = 0; broker < of; broker++) if (random.next() < rate) did++
  return { did, of }
}

for (const brokers of SIZES) {
  for (const effect of EFFECTS) {
    const verdicts: Record<string, number> = { too_few: 0, no_difference: 0, more: 0, less: 0 }
    let held = 0
    for (let world = 0; world < WORLDS; world++) {
      const called = draw(Math.round(brokers * (1 - HOLD_OUT)), BASE + effect)
      const kept = draw(Math.round(brokers * HOLD_OUT), BASE)
      const interval = differenceOfShares(called, kept)
      if (interval.low <= effect && effect <= interval.high) held++
      const verdict = verdictOf(called, kept, interval)
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
    }
    all += WORLDS
    inAll += held
    const share = held / WORLDS
    if (share < 0.93 || share > 0.97) outside = true
    const told = Object.entries(verdicts)
      .filter(([, worlds]) => worlds > 0)
      .map(([verdict, worlds]) => `${verdict} ${worlds}`)
      .join(', ')
    console.log(
      `${brokers} brokers, effect ${100 * effect} points: the interval holds the truth in ${(100 * share).toFixed(1)}% of ${WORLDS} worlds; ${told}`,
    )
  }
}
console.log(`all worlds together: ${((100 * inAll) / all).toFixed(2)}% (93 to 97 in each group)`)
if (outside) process.exitCode = 1
