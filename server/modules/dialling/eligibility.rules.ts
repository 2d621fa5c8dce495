/** Decides why a campaign never calls a broker: consent, register, number, caps. */
import { shortDayName } from '#contract/calendar.ts'
import { outcomeTable } from '#contract/calls/calls.ts'
import type { RuleSet } from '#contract/campaigns/calling-rules.ts'
import type { SkipReason, WaitReason } from '#contract/campaigns/dialling.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { dateText } from '#server/calendar/words.ts'
import { missingBasis } from '#server/modules/brokers/call-basis.rules.ts'
import { formatPhone, type NumberFacts } from '#server/modules/brokers/phone.rules.ts'
import { rulesAt } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import type { CallFacts, CallPolicy, PastDial } from './facts.rules.ts'

const DAY = 86_400_000

/** The limits of the rules in force. */
export type Limits = Pick<RuleSet, 'dialsPerCampaign' | 'dialsPerNumber' | 'capDays' | 'coolingOffDays'>

/** Days in which calls to a number count. */
export const capDaysOf = ({ law }: Pick<CallPolicy, 'law'>, now: Date): number =>
  rulesAt(law, now).rules.capDays

type DialReason =
  | 'already_reached'
  | 'called_today'
  | 'retry'
  | 'allowed'
  | 'requested'
  | 'too_late'
  | 'too_far'
  | 'budget_used'

export interface Reason {
  code: SkipReason | WaitReason | DialReason
  /** One plain sentence. */
  text: string
}

/** Every reason against a call, in the contract's order of importance; empty when a call is possible at some time. */
export function refusalReasons(facts: CallFacts, policy: CallPolicy, now: Date): Reason[] {
  return [
    ...reached(facts),
    ...suppressed(facts),
    ...heldOut(facts),
    ...basis(facts, now),
    ...suspended(facts),
    ...held(facts),
    ...number(facts.number, policy),
    ...caps(facts, rulesAt(policy.law, now).rules, now),
    ...shared(facts),
  ]
}

/** A conversation does not bar the dial that the person requested in it. */
function reached(facts: CallFacts): Reason[] {
  if (facts.requested) return []
  const call = facts.campaignDials.find((dial) => dial.outcome === 'human')
  if (!call) return []
  return [{ code: 'already_reached', text: `Answered a call of this campaign on ${dayOf(call)}.` }]
}

function heldOut({ heldOut }: CallFacts): Reason[] {
  if (!heldOut) return []
  return [
    {
      code: 'held_out',
      text: 'In the hold-out group of this campaign: picked at random and not called, to measure uplift.',
    },
  ]
}

function suppressed({ suppression }: CallFacts): Reason[] {
  if (!suppression) return []
  const day = dateText(suppression.since)
  const how: Record<string, string> = {
    key: 'Opted out by pressing 4 in a call',
    voice: 'Opted out by voice in a call',
    sms_stop: 'Opted out by SMS',
    manual: 'Put on the suppression list by staff',
    unclear: 'Put on hold after a possible opt-out',
  }
  return [{ code: 'opted_out', text: `${how[suppression.source] ?? 'Suppressed'} on ${day}.` }]
}

function basis(facts: CallFacts, now: Date): Reason[] {
  const missing = missingBasis(facts, now)
  return missing ? [missing] : []
}

function suspended({ suspendedAt }: CallFacts): Reason[] {
  return suspendedAt ? [{ code: 'suspended', text: `Suspended since ${dateText(suspendedAt)}.` }] : []
}

function held({ held }: CallFacts): Reason[] {
  if (!held) return []
  return [
    {
      code: 'on_hold',
      text: `On hold until a compliance review, since ${dateText(held.since)}: ${held.reason}.`,
    },
  ]
}

const kindTexts: Record<Exclude<NumberFacts['kind'], 'mobile' | 'fixed' | 'foreign'>, string> = {
  voip: 'an internet telephony number',
  premium: 'a premium-rate number',
  tollfree: 'a free-call number',
  shared: 'a shared-cost number',
  short: 'a short number',
  emergency: 'an emergency number',
  invalid: 'not a valid number',
}

function number(facts: NumberFacts | null, { provider }: CallPolicy): Reason[] {
  if (!facts) return [{ code: 'invalid_number', text: 'No phone number on record.' }]
  const { kind } = facts
  const formatted = () => formatPhone(facts.e164)
  if (kind === 'foreign' || (!facts.australian && (kind === 'mobile' || kind === 'fixed'))) {
    return [{ code: 'outside_australia', text: `${formatted()} is not an Australian number.` }]
  }
  if (kind !== 'mobile' && kind !== 'fixed') {
    const text = `${formatted()} is ${kindTexts[kind]}; only Australian mobile and fixed lines are called.`
    return [{ code: 'invalid_number', text }]
  }
  if (provider.simulated && !facts.fictitious) {
    return [
      {
        code: 'not_fictitious',
        text: `The simulator calls only fictitious numbers; ${formatted()} is not one.`,
      },
    ]
  }
  if (!provider.simulated && facts.fictitious) {
    return [{ code: 'invalid_number', text: `${formatted()} is reserved for fiction and reaches nobody.` }]
  }
  return []
}

/** Dials that count towards the number's caps, including those in flight. */
export function cappedDials(facts: CallFacts, { capDays }: Limits, now: Date): PastDial[] {
  return facts.numberDials.filter(
    (dial) =>
      (dial.outcome === null || outcomeTable[dial.outcome].countsTowardsCaps) &&
      Date.parse(dial.at) > now.getTime() - capDays * DAY,
  )
}

function caps(facts: CallFacts, limits: Limits, now: Date): Reason[] {
  const reasons: Reason[] = []
  const { dialsPerCampaign, dialsPerNumber, capDays } = limits
  if (facts.campaignDials.length >= dialsPerCampaign) {
    const text = `Dialled ${facts.campaignDials.length} times in this campaign; the limit is ${dialsPerCampaign}.`
    reasons.push({ code: 'called_too_often', text })
  }
  const dials = cappedDials(facts, limits, now)
  if (dials.length >= dialsPerNumber) {
    const days = dials.map(dayOf).join(', ')
    const text = `Number dialled ${dials.length} times in the last ${capDays} days (${days}); the limit over all campaigns is ${dialsPerNumber}.`
    reasons.push({ code: 'called_too_often', text })
  }
  return reasons
}

function shared({ numberTakenBy }: CallFacts): Reason[] {
  return numberTakenBy === null ? [] : [duplicateOf(numberTakenBy)]
}

/** @param brokerId the broker who is dialled on the number */
export function duplicateOf(brokerId: number): Reason {
  return {
    code: 'duplicate_number',
    text: `Shares the number with broker ${brokerId}, for whom this campaign dials it.`,
  }
}

function dayOf(dial: PastDial): string {
  return shortDayName(sydneyDate(new Date(dial.at)))
}
