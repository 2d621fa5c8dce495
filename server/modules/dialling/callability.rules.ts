// Builds the answer to "Can this broker be called?", for no campaign in particular.

import { SYDNEY, shortDayName } from '#contract/calendar.ts'
import type { Callability } from '#contract/campaigns/dialling.ts'
import { dateIn } from '#server/calendar/days.ts'
import { localTime, placeText } from '#server/calendar/words.ts'
import { rulesAt } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import type { CampaignWindow } from './calling-window.rules.ts'
import { basisText, decide } from './decide.rules.ts'
import { cappedDials, type Limits, type Reason, refusalReasons } from './eligibility.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'

/** Never narrower than the law, whose hours alone apply without a campaign. */
export const ANY_HOURS: CampaignWindow = {
  days: ['1', '2', '3', '4', '5', '6'],
  start: '09:00',
  end: '20:00',
  zone: SYDNEY,
  respectLocalTime: true,
}

const DAY_MS = 86_400_000

/** By the decision that every dial is preceded by. */
export function callabilityOf(facts: CallFacts, policy: CallPolicy, now: Date): Callability {
  const { brokerId, place } = facts
  const until = (at: Date, reasons: string[]): Callability => ({
    brokerId,
    answer: 'later',
    label: `No until ${dayText(at, facts, now)}`,
    until: at.toISOString(),
    reasons,
  })
  const refusals = refusalReasons(facts, policy, now)
  if (refusals.length > 0) {
    const reasons = refusals.map(({ text }) => text)
    const free =
      refusals.every(({ code }) => code === 'called_too_often') &&
      whenFree(facts, rulesAt(policy.law, now).rules, now)
    const then = free && decide(facts, policy, free)
    if (free && then && then.verdict !== 'never')
      return until(then.notBefore ?? free, [
        ...reasons,
        `May be called again from ${localTime(then.notBefore ?? free, place, now)}.`,
      ])
    return { brokerId, ...withoutDate(refusals), until: null, reasons }
  }
  const { verdict, reasons, notBefore } = decide(facts, policy, now)
  if (verdict === 'later' && notBefore)
    return until(
      notBefore,
      reasons.map(({ text }) => text),
    )
  if (verdict === 'never')
    return {
      brokerId,
      answer: 'never',
      label: 'Never',
      until: null,
      reasons: reasons.map(({ text }) => text),
    }
  const text = `May be called (${basisText(facts)}), inside calling hours in ${placeText(place)}.`
  return { brokerId, answer: 'yes', label: 'Yes', until: null, reasons: [text] }
}

/** A review ends a hold, and time ends a cap; every other refusal stays. */
const TEMPORARY: readonly Reason['code'][] = ['on_hold', 'called_too_often']

function withoutDate(refusals: readonly Reason[]): Pick<Callability, 'answer' | 'label'> {
  const isHeld = refusals.some(({ code }) => code === 'on_hold')
  return isHeld && refusals.every(({ code }) => TEMPORARY.includes(code))
    ? { answer: 'on_hold', label: 'On hold until reviewed' }
    : { answer: 'never', label: 'Never' }
}

/** When so few dials are left in the days that count that the number may be dialled again. */
function whenFree(facts: CallFacts, limits: Limits, now: Date): Date | null {
  const dials = cappedDials(facts, limits, now)
    .map(({ at }) => Date.parse(at))
    .sort((a, b) => b - a)
  const last = dials[limits.dialsPerNumber - 1]
  return last === undefined ? null : new Date(last + limits.capDays * DAY_MS)
}

/** 'Wed 25 Nov'; on the same day the time, '9:00 am AEDT' */
function dayText(at: Date, { place }: CallFacts, now: Date): string {
  const zone = place.zone ?? SYDNEY
  const day = dateIn(at, zone)
  if (day === dateIn(now, zone)) return localTime(at, place, now).replace(/^.*?, /, '')
  return shortDayName(day, day.slice(0, 4) !== dateIn(now, zone).slice(0, 4))
}
