/** Decides whether a broker is called in a campaign now, later or never. Refuses when in doubt. */
import { callBasisLabels } from '#contract/brokers/brokers.ts'
import { outcomeTable } from '#contract/calls/calls.ts'
import { HOURS_RULES_VERSION, holidayAt, isCovered } from '#server/calendar/legal-hours.ts'
import { localDate } from '#server/calendar/places.ts'
import { localTime, placeText } from '#server/calendar/words.ts'
import { betterHour } from './better-hour.rules.ts'
import { nextDay, sameDay } from './calling-window.rules.ts'
import {
  cappedDials,
  duplicateOf,
  MAX_DIALS_PER_CAMPAIGN,
  type Reason,
  refusalReasons,
} from './eligibility.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'

/** Changes whenever the same facts may lead to a different decision. */
export const RULES_VERSION = `6.hours-${HOURS_RULES_VERSION}`

export interface CallDecision {
  verdict: 'call' | 'later' | 'never'
  /** The most important first; never empty. */
  reasons: Reason[]
  /** The earliest call time for `later`; null otherwise, and where that waits for a larger budget. */
  notBefore: Date | null
  rulesVersion: string
  dataVersions: Record<string, string>
}

export function decide(facts: CallFacts, policy: CallPolicy, now: Date): CallDecision {
  const refusals = refusalReasons(facts, policy, now)
  if (refusals.length > 0) return decision(policy, 'never', refusals)
  const { blocked, exempt } = todaysDials(facts, now)
  const earliest = new Date(
    Math.max(now.getTime(), ...blocked.map((at) => nextDay(at, facts.place).getTime())),
  )
  const next = nextOpening(facts, policy, earliest)
  if (!next) return decision(policy, 'never', [neverOpenReason(facts, policy, earliest)])
  const late = tooLate(facts, next, now)
  if (late) return decision(policy, 'never', [late])
  if (next.getTime() <= now.getTime()) {
    if (policy.budgetUsed !== null)
      return decision(policy, 'later', [{ code: 'budget_used', text: policy.budgetUsed }])
    if (facts.requested) return decision(policy, 'call', [allowedReason(facts), requestedReason(exempt)])
    const better = betterHour(facts, policy, now)
    // a broker who may not be called any more at the better hour is called now
    if (better && refusalReasons(facts, policy, better).length === 0)
      return decision(policy, 'later', [betterHourReason(facts, better, now)], better)
    return decision(policy, 'call', [allowedReason(facts)])
  }
  return decision(policy, 'later', laterReasons(facts, policy, { now, next, blocked }), next)
}

/** The first instant at or after `earliest` when a dial may start with at least the lead time left in its window. */
function nextOpening(facts: CallFacts, { window, leadMs }: CallPolicy, earliest: Date): Date | null {
  // a requested dial is no retry
  const last = facts.requested ? undefined : facts.campaignDials[0]
  const next = (at: Date) =>
    last ? window.nextRetry(at, new Date(last.at), facts.place) : window.next(at, facts.place)
  const first = next(earliest)
  if (!first) return null
  const withLead = new Date(first.getTime() + leadMs)
  const following = next(withLead)
  return following && following.getTime() > withLead.getTime() ? following : first
}

/**
 * Decides on many brokers together. A shared number is dialled for the callable broker with the lowest id; the others
 * are skipped.
 * @param takenBy the broker for whom each number is dialled already, from earlier parts; extended here
 */
export function decideTogether(
  all: readonly CallFacts[],
  policy: CallPolicy,
  now: Date,
  takenBy: Map<string, number> = new Map(),
): Map<number, CallDecision> {
  const decisions = new Map<number, CallDecision>()
  for (const facts of all.toSorted((a, b) => a.brokerId - b.brokerId)) {
    const own = decide(facts, policy, now)
    const number = facts.number?.e164
    const holder = number === undefined ? undefined : takenBy.get(number)
    const duplicate = own.verdict !== 'never' && holder !== undefined
    decisions.set(facts.brokerId, duplicate ? decision(policy, 'never', [duplicateOf(holder)]) : own)
    if (own.verdict !== 'never' && number !== undefined && !duplicate) takenBy.set(number, facts.brokerId)
  }
  return decisions
}

function decision(
  policy: CallPolicy,
  verdict: CallDecision['verdict'],
  reasons: Reason[],
  notBefore: Date | null = null,
): CallDecision {
  return { verdict, reasons, notBefore, rulesVersion: RULES_VERSION, dataVersions: policy.dataVersions }
}

interface TodaysDials {
  /** They use up today's cap. */
  blocked: Date[]
  /** They would, had the person not asked for this dial. */
  exempt: number
}

/**
 * Today's dials, including any dated ahead of the clock. One dial a day that the person asked for is exempt from the
 * other dials of the day; a second one is not.
 */
function todaysDials(facts: CallFacts, now: Date): TodaysDials {
  const today = cappedDials(facts, now).filter(({ at }) => {
    const dialled = new Date(at)
    return dialled.getTime() > now.getTime() || sameDay(dialled, now, facts.place)
  })
  const blocking = today.filter((dial) => !facts.requested || dial.requested)
  return { blocked: blocking.map(({ at }) => new Date(at)), exempt: today.length - blocking.length }
}

/** A dial later than this after the affirmed window no longer meets the request. */
export const MAX_DELAY_MS = 30 * 60_000

function tooLate({ requested, place }: CallFacts, at: Date, now: Date): Reason | null {
  if (!requested || at.getTime() < Date.parse(requested.until) + MAX_DELAY_MS) return null
  const [from, next] = [new Date(requested.dueAt), at].map((each) => localTime(each, place, now))
  return {
    code: 'too_late',
    text: `The person asked to be called ${from}; the next possible time, ${next}, is too late for that.`,
  }
}

function requestedReason(exempt: number): Reason {
  const text = 'The person asked to be called at this time.'
  const exemption = ' The number was dialled today already, and the one dial a day does not bar this one.'
  return { code: 'requested', text: exempt > 0 ? text + exemption : text }
}

/** The basis that allows a call: 'existing relationship' */
export function basisText({ callBasis }: CallFacts): string {
  return callBasis === 'none' ? 'washed and not listed' : callBasisLabels[callBasis].toLowerCase()
}

function allowedReason(facts: CallFacts): Reason {
  const dial = facts.campaignDials.length + 1
  return {
    code: 'allowed',
    text: `May be called (${basisText(facts)}), inside calling hours in ${placeText(facts.place)}, dial ${dial} of ${MAX_DIALS_PER_CAMPAIGN} in this campaign.`,
  }
}

function betterHourReason({ place, number }: CallFacts, better: Date, now: Date): Reason {
  const whose = `${place.region} ${number?.kind === 'mobile' ? 'mobiles' : 'fixed lines'}`
  return {
    code: 'better_hour',
    text: `Waits until ${localTime(better, place, now)} for an hour in which ${whose} are answered more often.`,
  }
}

function neverOpenReason({ place }: CallFacts, policy: CallPolicy, at: Date): Reason {
  const covered = isCovered(localDate(at.getTime(), place), policy.hours.table)
  return {
    code: 'outside_hours',
    text: covered
      ? `The campaign’s days and hours never meet the permitted calling hours in ${placeText(place)} (Mon–Fri 9 am–8 pm, Sat 9 am–5 pm).`
      : 'No public holidays are known for this year, so nobody is called.',
  }
}

function laterReasons(
  facts: CallFacts,
  policy: CallPolicy,
  { now, next, blocked }: { now: Date; next: Date; blocked: Date[] },
): Reason[] {
  const { place } = facts
  const until = localTime(next, place, now)
  const reasons: Reason[] = []
  const last = facts.requested ? undefined : facts.campaignDials[0]
  if (last) {
    const how =
      last.outcome === null ? 'is in flight' : `ended "${outcomeTable[last.outcome].label.toLowerCase()}"`
    const text = `Dial ${facts.campaignDials.length} of ${MAX_DIALS_PER_CAMPAIGN} ${how}; the next is due on another day in the other half of the calling hours, ${until}.`
    reasons.push({ code: 'retry', text })
  }
  if (blocked.length > 0) {
    const text = `The number was dialled today (one dial a day over all campaigns); not before ${until}.`
    reasons.push({ code: 'called_today', text })
  }
  if (reasons.length > 0) return reasons
  const holiday = holidayAt(place, localDate(now.getTime(), place), policy.hours)
  const text =
    holiday && !holiday.from
      ? `Public holiday (${holiday.name}) in ${placeText(place)}; not before ${until}.`
      : `Outside calling hours in ${placeText(place)} until ${until}.`
  return [{ code: 'outside_hours', text }]
}
