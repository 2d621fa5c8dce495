// Decides whether a test call may be made, regardless of the campaign's window, attempts and pace.

import { SIMULATOR_REFUSES } from '#contract/brokers/phone-messages.ts'
import { type HoursPolicy, isLegal, nextLegal } from '#server/calendar/legal-hours.ts'
import type { Place } from '#server/calendar/places.ts'
import { localTime } from '#server/calendar/words.ts'
import { type BasisFacts, missingBasis } from '#server/modules/brokers/call-basis.rules.ts'
import { type NumberKind, whyNotCallable } from '#server/modules/brokers/phone.rules.ts'

export interface BrokerStanding extends BasisFacts {
  suspended: boolean
  /** A compliance review is due. */
  held: boolean
}

export interface TestCallFacts {
  kind: NumberKind
  suppressed: boolean
  /** Whether the provider dials this number: the simulator only fictitious ones, a live provider never those. */
  mayDial: boolean
  simulated: boolean
  place: Place
  policy: HoursPolicy
  /** Of the broker who is to be dialled by a live provider; null: no broker of the directory, or the simulator. */
  standing: BrokerStanding | null
  /** How much of the hours must be left: deciding and dialling take time. */
  leadMs: number
}

export const SUPPRESSED = 'This number has opted out or was suppressed. It is never called.'
export const FICTITIOUS = 'This is a fictitious number. A live provider does not call those.'

const SUSPENDED = 'This broker is suspended and is not called.'
const HELD = 'This broker waits for a compliance review and is not called before it is over.'
export const CALL_OPEN = 'A call to this number is going on. Try again when it is over.'

function whyNotBroker(standing: BrokerStanding, now: Date): string | null {
  if (standing.suspended) return SUSPENDED
  if (standing.held) return HELD
  return missingBasis(standing, now)?.text ?? null
}

type HoursFacts = Pick<TestCallFacts, 'simulated' | 'place' | 'policy' | 'leadMs'>

/** Whether the legal hours at the place let a dial begin; with the simulator any hour does. */
export function isWithinHours({ simulated, place, policy, leadMs }: HoursFacts, now: Date): boolean {
  if (simulated) return true
  return isLegal(now, place, policy) && isLegal(new Date(now.getTime() + leadMs), place, policy)
}

/** Why a test call is refused, in a sentence for staff; null when it may be made. @param now on the provider's clock */
export function testCallRefusal(facts: TestCallFacts, now: Date): string | null {
  const wrongKind = whyNotCallable(facts.kind)
  if (wrongKind) return wrongKind
  if (!facts.mayDial) return facts.simulated ? SIMULATOR_REFUSES : FICTITIOUS
  if (facts.suppressed) return SUPPRESSED
  const barred = facts.standing && whyNotBroker(facts.standing, now)
  if (barred) return barred
  if (isWithinHours(facts, now)) return null
  const after = isLegal(now, facts.place, facts.policy) ? new Date(now.getTime() + facts.leadMs) : now
  const next = nextLegal(after, facts.place, facts.policy)
  const hours = 'Outside the legal calling hours for this number.'
  return next
    ? `${hours} It may be called from ${localTime(next, facts.place, now)}.`
    : `${hours} No later calling time is known, as the list of public holidays ends.`
}
