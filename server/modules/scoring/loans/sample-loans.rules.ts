// Decides the made-up loans of 'load sample data': four kinds of brokers, as many loans as such brokers lodge, and as good.
// Source of the figures: domain facts 6.3.

import { addDays, firstDayOf, lastDayOf } from '#contract/calendar.ts'
import { alwaysOffered } from '#contract/scoring/scoring-months.ts'
import { type Random, seeded } from '#server/platform/random.ts'
import type { LoanRow } from './check-loans.rules.ts'

interface Kind {
  /** Of a hundred brokers. */
  share: number
  /** Loans a month. */
  loans: number
  defaults: number
  reworks: number
  /** Mean, spread between brokers and between the loans of one. */
  credit: readonly [number, number, number]
  lvr: readonly [number, number, number]
  days: readonly [number, number, number]
}

const KINDS: readonly Kind[] = [
  {
    share: 20,
    loans: 5,
    defaults: 0.004,
    reworks: 0.08,
    credit: [795, 22, 80],
    lvr: [67, 3, 13],
    days: [11, 1.6, 5],
  },
  {
    share: 50,
    loans: 3.6,
    defaults: 0.009,
    reworks: 0.15,
    credit: [755, 28, 80],
    lvr: [72, 3.5, 13],
    days: [14.8, 2.2, 5],
  },
  {
    share: 20,
    loans: 1.6,
    defaults: 0.016,
    reworks: 0.24,
    credit: [722, 32, 80],
    lvr: [77, 4, 13],
    days: [18, 2.6, 5],
  },
  {
    share: 10,
    loans: 3,
    defaults: 0.055,
    reworks: 0.38,
    credit: [682, 38, 80],
    lvr: [84.5, 3.5, 13],
    days: [23, 3.2, 5],
  },
]
const SEASON: Record<(typeof alwaysOffered)[number], number> = {
  '2024-05': 1.05,
  '2024-06': 1,
  '2024-07': 0.95,
}
const SIGMA = 0.45
const MEDIAN_AMOUNT = 620_000
const AMOUNTS = [150_000, 3_000_000] as const
const SEED = 20_240_731

/** From a standard normal distribution (Box and Muller). */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
const logNormal = (random: Random): number => Math.exp(SIGMA * normal(random))
const between = (value: number, [low, high]: readonly [number, number]): number =>
  Math.min(high, Math.max(low, value))

/** Knuth's way: fine for a few a month. */
function poisson(random: Random, mean: number): number {
  let count = 0
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count++
  return count
}

/** The same loans for the same broker, whatever other brokers there are. */
export function sampleLoans(brokerId: number): LoanRow[] {
  const random = seeded(SEED + brokerId * 7919)
  const kind = random.weighted(KINDS.map((one) => [one, one.share] as const))
  const own = ([mean, spread]: readonly [number, number, number]): number => mean + spread * normal(random)
  const usual = { credit: own(kind.credit), lvr: own(kind.lvr), days: own(kind.days) }
  return alwaysOffered.toReversed().flatMap((month) => {
    const count = poisson(
      random,
      kind.loans * SEASON[month] * logNormal(random) * Math.exp(-(SIGMA ** 2) / 2),
    )
    const days = Number(lastDayOf(month).slice(8))
    return Array.from({ length: count }, (_, at): LoanRow => {
      const lodgedOn = addDays(firstDayOf(month), random.below(days))
      const approvedOn = addDays(
        lodgedOn,
        Math.round(between(usual.days + kind.days[2] * normal(random), [2, 60])),
      )
      return {
        loanId: `SAMPLE-${month}-${brokerId}-${at + 1}`,
        ...{ brokerId, lodgedOn, approvedOn, settledOn: addDays(approvedOn, 14 + random.below(21)) },
        amount: Math.round(between(MEDIAN_AMOUNT * logNormal(random), AMOUNTS) / 1000) * 1000,
        lvr: Math.round(between(usual.lvr + kind.lvr[2] * normal(random), [20, 98]) * 10) / 10,
        creditScore: Math.round(between(usual.credit + kind.credit[2] * normal(random), [300, 1100])),
        reworked: random.next() < kind.reworks,
        defaulted: random.next() < kind.defaults,
      }
    })
  })
}
