/** Decides whether a broker is called in a campaign now, later or never. Refuses when in doubt. */
import { callBasisLabels } from '#contract/brokers/brokers.ts'
import { outcomeTable } from '#contract/calls/calls.ts'
import { spanText } from '#contract/campaigns/calling-rules.ts'
import { HOURS_RULES_VERSION, holidayAt, isCovered } from '#server/calendar/legal-hours.ts'
import { localDate } from '#server/calendar/places.ts'
import { localTime, placeText } from '#server/calendar/words.ts'
import { rulesAt, versionText } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { betterHour } from './better-hour.rules.ts'
import { nextDay, sameDay } from './calling-window.rules.ts'
import { cappedDials, duplicateOf, type Limits, type Reason, refusalReasons } from './eligibility.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'

/**
 * Changes whenever the same facts may lead to a different decision. A decision also names the version of the calling
 * rules in force: '7.hours-3.law-1'.
 */
export const RULES_VERSION = `7.hours-${HOURS_RULES_VERSION}`

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
  const decision = decisionAt(policy, now)
  const refusals = refusalReasons(facts, policy, now)
  if (refusals.length > 0) return decision('never', refusals)
  const limits = rulesAt(policy.law, now).rules
  const { blocked, exempt } = blockingDials(facts, limits, now)
  const earliest = new Date(
    Math.max(
      now.getTime(),
      ...blocked.map((at) => nextDay(at, facts.place, limits.coolingOffDays).getTime()),
    ),
  )
  const next = nextOpening(facts, policy, earliest)
  if (!next) return decision('never', [neverOpenReason(facts, policy, earliest)])
  const late = tooLate(facts, next, now)
  if (late) return decision('never', [late])
  if (next.getTime() <= now.getTime()) {
    if (policy.budgetUsed !== null)
      return decision('later', [{ code: 'budget_used', text: policy.budgetUsed }])
    if (facts.requested) return decision('call', [allowedReason(facts, limits), requestedReason(exempt)])
    const better = betterHour(facts, policy, now)
    // a broker who may not be called any more at the better hour is called now
    if (better && refusalReasons(facts, policy, better).length === 0)
      return decision('later', [betterHourReason(facts, better, now)], better)
    return decision('call', [allowedReason(facts, limits)])
  }
  return decision('later', laterReasons(facts, policy, { now, next, blocked, limits }), next)
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
    decisions.set(facts.brokerId, duplicate ? decisionAt(policy, now)('never', [duplicateOf(holder)]) : own)
    if (own.verdict !== 'never' && number !== undefined && !duplicate) takenBy.set(number, facts.brokerId)
  }
  return decisions
}

function decisionAt({ law, dataVersions }: CallPolicy, now: Date) {
  const rulesVersion = `${RULES_VERSION}.${versionText(rulesAt(law, now), now)}`
  return (
    verdict: CallDecision['verdict'],
    reasons: Reason[],
    notBefore: Date | null = null,
  ): CallDecision => ({ verdict, reasons, notBefore, rulesVersion, dataVersions })
}

interface BlockingDials {
  /** They bar this one. */
  blocked: Date[]
  /** They would, had the person not asked for this dial. */
  exempt: number
}

/**
 * The dials after which the number rests, by default until the next day; with any that are dated ahead of the clock. One
 * dial that the person asked for is exempt from the other dials; a second one is not.
 */
function blockingDials(facts: CallFacts, limits: Limits, now: Date): BlockingDials {
  const recent = cappedDials(facts, limits, now).filter(({ at }) => {
    const dialled = new Date(at)
    return (
      dialled.getTime() > now.getTime() ||
      sameDay(dialled, now, facts.place) ||
      (limits.coolingOffDays > 1 && nextDay(dialled, facts.place, limits.coolingOffDays) > now)
    )
  })
  const blocking = recent.filter((dial) => !facts.requested || dial.requested)
  return { blocked: blocking.map(({ at }) => new Date(at)), exempt: recent.length - blocking.length }
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

function allowedReason(facts: CallFacts, { dialsPerCampaign }: Limits): Reason {
  const dial = facts.campaignDials.length + 1
  return {
    code: 'allowed',
    text: `May be called (${basisText(facts)}), inside calling hours in ${placeText(facts.place)}, dial ${dial} of ${dialsPerCampaign} in this campaign.`,
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
  const { weekday, saturday } = rulesAt(policy.law, at).rules
  const hours = `Mon–Fri ${spanText(weekday)}, ${saturday ? `Sat ${spanText(saturday)}` : 'no Saturdays'}`
  return {
    code: 'outside_hours',
    text: covered
      ? `The campaign’s days and hours never meet the permitted calling hours in ${placeText(place)} (${hours}).`
      : 'No public holidays are known for this year, so nobody is called.',
  }
}

function laterReasons(
  facts: CallFacts,
  policy: CallPolicy,
  { now, next, blocked, limits }: { now: Date; next: Date; blocked: Date[]; limits: Limits },
): Reason[] {
  const { place } = facts
  const until = localTime(next, place, now)
  const reasons: Reason[] = []
  const last = facts.requested ? undefined : facts.campaignDials[0]
  if (last) {
    const how =
      last.outcome === null ? 'is in flight' : `ended "${outcomeTable[last.outcome].label.toLowerCase()}"`
    const text = `Dial ${facts.campaignDials.length} of ${limits.dialsPerCampaign} ${how}; the next is due on another day in the other half of the calling hours, ${until}.`
    reasons.push({ code: 'retry', text })
  }
  if (blocked.length > 0) {
    const text =
      limits.coolingOffDays === 1
        ? `The number was dialled today (one dial a day over all campaigns); not before ${until}.`
        : `The number was dialled in the last ${limits.coolingOffDays} days (over all campaigns); not before ${until}.`
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
