import type { CallBasis } from '#contract/brokers/brokers.ts'
import type { CallOutcome } from '#contract/calls/calls.ts'
import type { HoursPolicy } from '#server/calendar/legal-hours.ts'
import type { Place } from '#server/calendar/places.ts'
import type { NumberFacts } from '#server/modules/brokers/phone.rules.ts'
import type { RuleTimeline } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import type { BestHours } from './best-hours.rules.ts'
import type { CallingWindow } from './calling-window.rules.ts'

/** A dial as the caps see it. Instants are ISO 8601, on the clock that calling hours are judged by. */
export interface PastDial {
  callId: number
  at: string
  /** Null while in flight. */
  outcome: CallOutcome | null
  /** The person asked for it. */
  requested?: boolean
}

/** A dial that the person asked for in a call, in the window that they affirmed. Instants as above. */
export interface RequestedDial {
  dueAt: string
  until: string
}

/** Whether a broker of a campaign is called, or kept uncalled to compare. */
export type Arm = 'call' | 'hold_out'

/** Whether an enrolment waits for the hours in which brokers answer most, or is called as without, to compare. */
export type HoursArm = 'preferred' | 'any'

/** Everything that a decision depends on; stored with it as JSON, so plain data. */
export interface CallFacts {
  brokerId: number
  place: Place
  suspendedAt: string | null
  /** On hold because of a compliance finding that is not decided yet. */
  held: { since: string; reason: string } | null
  callBasis: CallBasis
  callBasisAt: string | null
  /** Null when no number is on record. */
  number: NumberFacts | null
  suppression: { source: string; since: string } | null
  /** The newest Do Not Call Register result; `washedOn` is YYYY-MM-DD. */
  wash: { listed: boolean; washedOn: string } | null
  /** Dials to the number over all campaigns in the last 30 days that count towards the caps, newest first. */
  numberDials: PastDial[]
  /** Every dial to the broker in this campaign, newest first. */
  campaignDials: PastDial[]
  /** Another broker of this campaign who is, or will be, dialled on the number. */
  numberTakenBy: number | null
  /** Kept uncalled in this campaign by chance, to measure the effect of its calls. */
  heldOut: boolean
  /** null: the campaign has not preferred any hours so far. */
  hoursArm: HoursArm | null
  /** The better hour that this attempt waits for, or has waited for; null: it has not waited. */
  waitsUntil: string | null
  /** null: a dial of the campaign. */
  requested: RequestedDial | null
}

/** The inputs of a decision besides the facts. */
export interface CallPolicy {
  window: CallingWindow
  hours: HoursPolicy
  /** Limits with their dates; `hours` and `window` have their hours. */
  law: RuleTimeline
  provider: { name: string; simulated: boolean }
  dataVersions: Record<string, string>
  /** The latest start of a dial before its window closes, in milliseconds: deciding and dialling take time. */
  leadMs: number
  /** null: the campaign prefers no hours. */
  bestHours: BestHours | null
  /** Why the campaign's budget permits no call now, in a sentence; null: it permits one, or there is none. */
  budgetUsed: string | null
}
