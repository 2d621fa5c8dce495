/**
 * Determines the hours of the week in which the brokers of a region answer most, by kind of number, or that there is
 * too little evidence.
 */
import type { Region } from '#contract/brokers/brokers.ts'
import { type Share, wilson } from '#server/modules/audiences/lift.rules.ts'

export type Line = 'mobile' | 'fixed'

/** Ended calls of one hour of the week: 0 is Sunday midnight, 167 Saturday 11 pm, at the broker's place. */
export interface HourCount {
  /** null: no state is on record for the broker. */
  region: Region | null
  line: Line
  hour: number
  calls: number
  /** Of these: a person answered. */
  reached: number
}

type Counted = Pick<HourCount, 'calls' | 'reached'>

/** How a region's hours are by kind of number. */
export interface RankedGroup {
  region: Region
  line: Line
  /** All of its ended calls. */
  share: Share
  /** Of those in its preferred hours. */
  best: Share
  /** In order; empty if no hour clearly differs from the others. */
  preferred: readonly number[]
  verdict: 'preferred' | 'no_difference' | 'too_few'
}

export interface Ranking {
  groups: readonly RankedGroup[]
  /** The preferred hours of a region and line. */
  of(region: Region | null, line: Line): ReadonlySet<number>
}

/** The ranking and the control group of a campaign that prefers the best hours. */
export interface BestHours {
  ranking: Ranking
  /** Per cent of its enrolments that are called as without, and by which chance. */
  control: { percent: number; seed: number }
}

/**
 * The weight of the expected share, in calls: an hour with three calls stays near the rates of its region, its line and
 * that hour elsewhere.
 */
export const PRIOR_CALLS = 30
/** Fewer calls in an hour never make it a preferred one. */
const LEAST_CALLS = 30
/** Answered, and not answered, calls that an hour has to expect for the test to hold (Cochran). */
const LEAST_EXPECTED = 5
/** With equal hours, the chance that any is preferred, over all regions and lines together. */
const CHANCE_OF_NOISE = 0.01

export function rankHours(counts: readonly HourCount[]): Ranking {
  const usual = usualRates(counts)
  const byGroup = Map.groupBy(
    counts.filter(({ region, hour }) => region !== null && hour >= 0 && hour < 168),
    ({ region, line }) => keyOf(region, line),
  )
  const testable = [...byGroup.values()].filter((hours) => testableHours(hours).length > 1).length
  const groups = [...byGroup.values()].flatMap((hours) => {
    const [first] = hours
    if (!first?.region) return []
    const { region, line } = first
    const preferred = differ(hours, CHANCE_OF_NOISE / testable) ? clearlyAbove(hours, usual) : []
    const best = sumOf(hours.filter(({ hour }) => preferred.includes(hour)))
    const tested = testableHours(hours).length > 1
    const verdict = preferred.length > 0 ? 'preferred' : tested ? 'no_difference' : 'too_few'
    return [{ region, line, share: sumOf(hours), best, preferred, verdict } as const]
  })
  const sets = new Map(groups.map((group) => [keyOf(group.region, group.line), new Set(group.preferred)]))
  return { groups, of: (region, line) => sets.get(keyOf(region, line)) ?? NOTHING }
}

/**
 * The hour whose rate is most surely above that of all calls; null if chance explains it: of the 60 hours of a week one
 * is always the best.
 */
export function bestHourOf<Count extends Counted>(hours: readonly Count[]): Count | null {
  if (!differ(hours, CHANCE_OF_NOISE)) return null
  const all = sumOf(hours)
  const sure = hours.flatMap((hour) => {
    const { low } = wilson(shareOf(hour))
    return hour.calls >= LEAST_CALLS && low > all.did / all.of ? [{ hour, low }] : []
  })
  return sure.sort((a, b) => b.low - a.low)[0]?.hour ?? null
}

const NOTHING: ReadonlySet<number> = new Set()
export const keyOf = (region: string | null, line: Line): string => `${region} ${line}`

const shareOf = ({ calls, reached }: Counted): Share => ({ did: reached, of: calls })
const sumOf = (counts: readonly Counted[]): Share =>
  counts.reduce((sum, { calls, reached }) => ({ did: sum.did + reached, of: sum.of + calls }), {
    did: 0,
    of: 0,
  })

/** The share, shrunk towards the usual one; the fewer calls, the more. */
const drawn = ({ did, of }: Share, usual: number): number => (did + PRIOR_CALLS * usual) / (of + PRIOR_CALLS)

interface Usual {
  /** Of a region and line over all hours. */
  of(count: HourCount): number
  /** The share expected in that hour before its own calls are considered. */
  at(count: HourCount): number
}

/** Everything is drawn towards the next larger: an hour elsewhere to its line, a region to its line, a line to all calls. */
function usualRates(counts: readonly HourCount[]): Usual {
  const all = sumOf(counts)
  const overall = all.of === 0 ? 0 : all.did / all.of
  const sums = (key: (count: HourCount) => string) =>
    new Map([...Map.groupBy(counts, key)].map(([name, group]) => [name, sumOf(group)]))
  const byLine = sums(({ line }) => line)
  const byGroup = sums(({ region, line }) => keyOf(region, line))
  const byHour = sums(({ line, hour }) => `${line} ${hour}`)
  const nothing = { did: 0, of: 0 }
  const ofLine = ({ line }: HourCount): number => drawn(byLine.get(line) ?? nothing, overall)
  const of = (count: HourCount): number =>
    drawn(byGroup.get(keyOf(count.region, count.line)) ?? nothing, ofLine(count))
  const at = (count: HourCount): number => {
    const line = ofLine(count)
    const everywhere = drawn(byHour.get(`${count.line} ${count.hour}`) ?? nothing, line)
    return Math.min(1, Math.max(0, of(count) + everywhere - line))
  }
  return { of, at }
}

function testableHours(hours: readonly Counted[]): readonly Counted[] {
  const { did, of } = sumOf(hours)
  const rarer = of === 0 ? 0 : Math.min(did, of - did) / of
  return hours.filter(({ calls }) => calls * rarer >= LEAST_EXPECTED)
}

/** Whether the hours differ by more than chance makes of equal ones (chi-squared test of homogeneity). */
function differ(hours: readonly Counted[], chance: number): boolean {
  const tested = testableHours(hours)
  if (tested.length < 2) return false
  const { did, of } = sumOf(tested)
  const rate = did / of
  if (rate === 0 || rate === 1) return false
  const squares = tested.reduce(
    (sum, { calls, reached }) => sum + (reached - calls * rate) ** 2 / (calls * rate * (1 - rate)),
    0,
  )
  return chanceOfMore(squares, tested.length - 1) < chance
}

/** The chance that a chi-squared variable is larger (Wilson and Hilferty 1931). */
function chanceOfMore(squares: number, degrees: number): number {
  const part = 2 / (9 * degrees)
  return upperTail(((squares / degrees) ** (1 / 3) - (1 - part)) / Math.sqrt(part))
}

/** Of the standard normal distribution (Abramowitz and Stegun 26.2.17). */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z)
  const t = 1 / (1 + 0.2316419 * z)
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = terms.reduceRight((inner, term) => t * (term + inner), 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** Hours with enough calls whose shrunk rate, at the lower end of its 95% interval, is above the usual one there. */
function clearlyAbove(hours: readonly HourCount[], usual: Usual): number[] {
  return hours
    .filter((count) => {
      if (count.calls < LEAST_CALLS) return false
      const of = count.calls + PRIOR_CALLS
      return wilson({ did: drawn(shareOf(count), usual.at(count)) * of, of }).low > usual.of(count)
    })
    .map(({ hour }) => hour)
    .sort((a, b) => a - b)
}
