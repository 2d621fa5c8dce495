// Decides what figures of a period say: rates, their uncertainty, and what may be told apart.

import type { Region } from '#contract/brokers/brokers.ts'
import { addDays, daysBetween } from '#contract/calendar.ts'
import type { CallOutcome } from '#contract/calls/calls.ts'
import { callOutcomes } from '#contract/calls/calls.ts'
import type { AnalyticsQuery, BreakdownRow, Cost, Totals } from '#contract/dashboard/analytics.ts'
import { percentOf, roundHalfUp } from '#contract/percent.ts'
import { differenceOfShares, type Share, verdictOf } from '#server/modules/audiences/lift.rules.ts'
import { type Period, periodOf } from '#server/modules/microsites/attribution.rules.ts'

/** @returns the period, or a message per field */
export function analyticsPeriodOf(
  { period, from, to }: Pick<AnalyticsQuery, 'period' | 'from' | 'to'>,
  today: string,
): ReturnType<typeof periodOf> {
  if (period && (from || to))
    return { ok: false, fields: { period: 'Give either a period or a first and last day, not both' } }
  const days = period ? { from: addDays(today, 1 - Number(period)), to: today } : { from, to }
  const asked = periodOf(days, today)
  if (asked.ok && asked.period.from > today)
    return { ok: false, fields: { from: 'This period has not begun: choose a day up to today' } }
  return asked
}

/** Days, and the campaign and region to which figures are narrowed. */
export interface Scope extends Period {
  campaignId: number | undefined
  region: Region | undefined
}

/** What figures are told apart by. */
export type Key = 'campaign' | 'region' | 'version'

/** The smallest dimension of the figures that knows a scope and what it is told apart by. */
export function dimensionFor(
  { campaignId, region }: Pick<Scope, 'campaignId' | 'region'>,
  by?: Key,
): 'day' | 'slice' | Key {
  const hasRegion = region !== undefined || by === 'region'
  const hasCampaign = campaignId !== undefined || by === 'campaign'
  // a version's figures know its campaign
  if (hasRegion) return hasCampaign || by === 'version' ? 'slice' : 'region'
  return by === 'version' ? 'version' : hasCampaign ? 'campaign' : 'day'
}

/** As dimensionFor(), for the hours of the week. */
export function hoursDimensionFor({
  campaignId,
  region,
}: Pick<Scope, 'campaignId' | 'region'>): 'hour' | 'region_hour' | 'slice_hour' {
  if (campaignId !== undefined) return 'slice_hour'
  return region === undefined ? 'hour' : 'region_hour'
}

/** As many days, right before. */
export function periodBefore({ from, to }: Period): Period {
  const days = daysBetween(from, to) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

type OutcomeColumn = Exclude<CallOutcome, 'no_answer' | 'invalid_number' | 'provider_fault'>
/** Sums of measures. */
export type Sums = Record<
  | OutcomeColumn
  | 'calls'
  | 'ended'
  | 'completed'
  | 'responded'
  | 'option1'
  | 'option2'
  | 'option3'
  | 'option4'
  | 'noAnswer'
  | 'invalidNumber'
  | 'providerFault'
  | 'seconds'
  | 'timed'
  | 'meetings'
  | 'applications',
  number
>

const oneDecimal = (value: number): number => roundHalfUp(value)

/** In percent, one decimal; null of nothing. */
export const percent = (part: number, of: number): number | null => (of === 0 ? null : percentOf(part, of))

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function totalsOf(sums: Sums, cost: Cost[], loans: number): Totals {
  const { calls, ended, completed, responded } = sums
  const outcome = (name: CallOutcome): number => sums[camel(name) as keyof Sums] // named after the outcomes
  return {
    ...{ calls, ended, completed, responses: responded, reached: sums.human },
    options: {
      ...{ option_1: sums.option1, option_2: sums.option2 },
      ...{ option_3: sums.option3, option_4: sums.option4 },
    },
    outcomes: Object.fromEntries(callOutcomes.map((name) => [name, outcome(name)])) as Totals['outcomes'], // every outcome
    connectionRate: percent(completed, calls),
    menuRate: percent(responded, completed),
    responseRate: percent(responded, ended),
    averageSeconds: sums.timed === 0 ? null : Math.round(sums.seconds / sums.timed),
    meetings: sums.meetings,
    applications: sums.applications,
    loans,
    cost,
  }
}

/** How a row's rate differs from that of all others together: nobody should chase what chance makes. */
export function differenceFromOthers(one: Share, all: Share): BreakdownRow['difference'] {
  const others = { did: all.did - one.did, of: all.of - one.of }
  if (one.of === 0 || others.of === 0) return null
  const interval = differenceOfShares(one, others)
  return {
    points: oneDecimal(interval.difference * 100),
    low: oneDecimal(interval.low * 100),
    high: oneDecimal(interval.high * 100),
    verdict: verdictOf(one, others, interval),
  }
}
