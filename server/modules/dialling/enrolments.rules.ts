/** Decides the state of an enrolment after its calls, and when failures pause the campaign. */
import { type CallOutcome, outcomeTable } from '#contract/calls/calls.ts'
import { WIDEST } from '#contract/campaigns/calling-rules.ts'
import type { Place } from '#server/calendar/places.ts'
import type { CallingWindow } from './calling-window.rules.ts'

export interface FinishedDial {
  attempt: number
  outcome: CallOutcome
  /** Certainly not dialled: it uses up no attempt. */
  withdrawn: boolean
  /** On the clock that calling hours are judged by. */
  at: Date
}

export type EnrolmentState =
  | { state: 'done'; endedReason: CallOutcome | 'outside_hours'; reached: boolean }
  | { state: 'waiting'; dueAt: Date }

interface RetryContext {
  window: Pick<CallingWindow, 'nextRetry'>
  place: Place
  now: Date
  /** To a broker in a campaign, by the rules in force. */
  mostDials?: number | undefined
}

/** Backoff in minutes after dials in a row that no provider accepted; the last value applies to all further ones. */
const AGAIN_AFTER_MINUTES = [0, 1, 5, 15, 60]
const MINUTE_MS = 60_000

/**
 * The state of an enrolment after its dials: at least one, all finished, in any order. Any conversation ends the
 * enrolment; one that was not dialled at all returns to its place; otherwise the last dial counts.
 */
export function enrolmentAfter(
  dials: readonly FinishedDial[],
  { window, place, now, mostDials }: RetryContext,
): EnrolmentState {
  if (dials.some((dial) => dial.outcome === 'human'))
    return { state: 'done', endedReason: 'human', reached: true }
  const inVain = withdrawnInARow(dials)
  if (inVain.length > 0) return { state: 'waiting', dueAt: againAfter(inVain) }
  const last = lastOf(dials)
  if (!mayBeRetried(dials, mostDials)) return { state: 'done', endedReason: last.outcome, reached: false }
  const dueAt = window.nextRetry(now, last.at, place)
  return dueAt ? { state: 'waiting', dueAt } : { state: 'done', endedReason: 'outside_hours', reached: false }
}

/** Whether these dials alone allow a retry. @param mostDials of a broker in a campaign; by default as many as any rules permit */
export function mayBeRetried(
  dials: readonly FinishedDial[],
  mostDials: number = WIDEST.dialsPerCampaign,
): boolean {
  if (dials.some((dial) => dial.outcome === 'human')) return false
  if (withdrawnInARow(dials).length > 0) return true
  return outcomeTable[lastOf(dials).outcome].retried && attemptsOf(dials) < mostDials
}

/** How many of the dials count towards the limit of a campaign. */
export const attemptsOf = (dials: readonly { withdrawn: boolean }[]): number =>
  dials.filter(({ withdrawn }) => !withdrawn).length

function lastOf(dials: readonly FinishedDial[]): FinishedDial {
  const last = dials
    .filter(({ withdrawn }) => !withdrawn)
    .toSorted((a, b) => a.attempt - b.attempt)
    .at(-1)
  if (!last) throw new Error('enrolmentAfter needs at least one dial')
  return last
}

/** The dials since the last real one, the newest first. */
function withdrawnInARow(dials: readonly FinishedDial[]): FinishedDial[] {
  const newestFirst = dials.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const real = newestFirst.findIndex(({ withdrawn }) => !withdrawn)
  return real === -1 ? newestFirst : newestFirst.slice(0, real)
}

function againAfter([newest, ...others]: readonly FinishedDial[]): Date {
  const minutes = AGAIN_AFTER_MINUTES[Math.min(others.length, AGAIN_AFTER_MINUTES.length - 1)] ?? 0
  return new Date((newest?.at.getTime() ?? 0) + minutes * MINUTE_MS)
}

export const BURST_OF = 20

/** A call that staff cancelled indicates no problem of line or list; a call in flight has not failed yet. */
export function isFailure(outcome: CallOutcome | null): boolean {
  return outcome !== null && outcomeTable[outcome].status === 'failed' && outcome !== 'cancelled'
}

/** The number of failures among the last dials when at least half failed, else null. @param outcomes newest first */
export function failureBurst(outcomes: readonly (CallOutcome | null)[]): number | null {
  const last = outcomes.slice(0, BURST_OF)
  const failed = last.filter(isFailure).length
  return last.length === BURST_OF && failed * 2 >= BURST_OF ? failed : null
}
