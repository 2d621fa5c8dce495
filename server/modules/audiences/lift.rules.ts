// Evaluates the difference between called brokers and those who were kept uncalled.

import { moneyText } from '#contract/number-text.ts'
import { percentOf, roundHalfUp } from '#contract/percent.ts'

/** Of the standard normal distribution: 95% lie within so many standard deviations. */
const Z = 1.959964

export interface Interval {
  difference: number
  low: number
  high: number
}

/** A part of a group, e.g. 12 of 180. */
export interface Share {
  did: number
  of: number
}

/** Wilson's interval for a share. */
export function wilson({ did, of }: Share): { low: number; high: number; rate: number } {
  const rate = did / of
  const centre = rate + Z ** 2 / (2 * of)
  const spread = Z * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2))
  const scale = 1 + Z ** 2 / of
  return { low: (centre - spread) / scale, high: (centre + spread) / scale, rate }
}

/** In percent, with the interval that holds the truth in 95 of 100 cases (Wilson); null of nothing. */
export function shareOf(share: Share): { rate: number; low: number; high: number } | null {
  if (share.of === 0) return null
  const { low, high } = wilson(share)
  return { rate: percentOf(share.did, share.of), low: roundHalfUp(low * 100), high: roundHalfUp(high * 100) }
}

/**
 * The difference of two shares with its 95% interval, from 0 to 1: Newcombe's hybrid score interval (1998, method 10),
 * which keeps its promise for small groups and rare events, where the textbook interval does not.
 */
export function differenceOfShares(one: Share, other: Share): Interval {
  const [a, b] = [wilson(one), wilson(other)]
  const difference = a.rate - b.rate
  return {
    difference,
    low: difference - Math.sqrt((a.rate - a.low) ** 2 + (b.high - b.rate) ** 2),
    high: difference + Math.sqrt((a.high - a.rate) ** 2 + (b.rate - b.low) ** 2),
  }
}

/** Amounts of a group: their number, sum, and sum of squares. */
export interface Amounts {
  of: number
  sum: number
  squares: number
}

const meanOf = ({ sum, of }: Amounts): number => sum / of
/** Of the mean, squared. */
const errorOf = ({ of, sum, squares }: Amounts): number =>
  Math.max(0, (squares - sum ** 2 / of) / (of - 1)) / of

/** The difference of two means with its 95% interval (Welch; the groups are large enough for the normal distribution). */
export function differenceOfMeans(one: Amounts, other: Amounts): Interval {
  const difference = meanOf(one) - meanOf(other)
  const spread = Z * Math.sqrt(errorOf(one) + errorOf(other))
  return { difference, low: difference - spread, high: difference + spread }
}

export type Verdict = 'too_few' | 'no_difference' | 'more' | 'less'

/** With fewer in either group, or fewer events in both together, there is no verdict. */
export const LEAST_BROKERS = 30
const LEAST_EVENTS = 10
/** A wider interval, in points of a hundred, leaves everything open. */
const WIDEST = 25

export function verdictOf(one: Share, other: Share, { low, high }: Interval): Verdict {
  if (one.of < LEAST_BROKERS || other.of < LEAST_BROKERS || one.did + other.did < LEAST_EVENTS)
    return 'too_few'
  if (low > 0) return 'more'
  if (high < 0) return 'less'
  return 100 * (high - low) > WIDEST ? 'too_few' : 'no_difference'
}

export type LiftOutcome = 'visit' | 'booking' | 'application' | 'loan' | 'amount'

const deeds: Record<Exclude<LiftOutcome, 'amount'>, string> = {
  visit: 'opened a microsite',
  booking: 'booked a meeting',
  application: 'applied for accreditation',
  loan: 'lodged a loan',
}

const points = (share: number): string => roundHalfUp(Math.abs(100 * share)).toFixed(1)
const money = (value: number): string => moneyText(Math.abs(value))

/** Describes the comparison in plain words. */
export function sentenceOf(
  outcome: LiftOutcome,
  verdict: Verdict,
  { difference, low, high }: Interval,
): string {
  if (verdict === 'too_few') return 'Too few to tell.'
  if (outcome === 'amount') {
    if (verdict === 'no_difference')
      return `No clear difference: per broker it is between ${money(low)} less and ${money(high)} more.`
    const [least, most] = [low, high].map(Math.abs).sort((a, b) => a - b)
    return `Brokers who were called lodged ${money(difference)} ${verdict} each: between ${money(least ?? 0)} and ${money(most ?? 0)}.`
  }
  if (verdict === 'no_difference')
    return `No clear difference: of 100 brokers between ${points(low)} fewer and ${points(high)} more ${deeds[outcome]}.`
  const [least, most] = [low, high].map((one) => Math.abs(one)).sort((a, b) => a - b)
  const how = verdict === 'more' ? 'more' : 'fewer'
  return `Of 100 brokers who were called ${points(difference)} ${how} ${deeds[outcome]}: between ${points(least ?? 0)} and ${points(most ?? 0)}.`
}

/** From 0 up to, not including, 1: the same for a broker and a seed, and as if by chance (Knuth's multiplicative hash, mixed). */
export function chanceOf(seed: number, brokerId: number): number {
  let mixed = Math.imul(brokerId ^ seed, 2_654_435_761) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 2_246_822_507) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_909) >>> 0
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
