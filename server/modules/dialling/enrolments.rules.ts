/** Decides the state of an enrolment after its calls, and when failures pause the campaign. */
import { type CallOutcome, outcomeTable } from '#contract/calls.ts'
import type { Place } from '#server/calendar/places.ts'
import type { CallingWindow } from './calling-window.rules.ts'
import { MAX_DIALS_PER_CAMPAIGN } from './eligibility.rules.ts'

export interface FinishedDial {
  attempt: number
  outcome: CallOutcome
  /** On the clock that calling hours are judged by. */
  at: Date
}

export type EnrolmentState =
  | { state: 'done'; endedReason: CallOutcome | 'outside_hours'; reached: boolean }
  | { state: 'waiting'; dueAt: Date }

/**
 * The state of an enrolment after its dials: at least one, all finished, in any order. Any conversation ends the
 * enrolment; otherwise the last dial counts.
 */
export function enrolmentAfter(
  dials: readonly FinishedDial[],
  { window, place, now }: { window: Pick<CallingWindow, 'nextRetry'>; place: Place; now: Date },
): EnrolmentState {
  const last = lastOf(dials)
  if (dials.some((dial) => dial.outcome === 'human'))
    return { state: 'done', endedReason: 'human', reached: true }
  if (!mayBeRetried(dials)) return { state: 'done', endedReason: last.outcome, reached: false }
  const dueAt = window.nextRetry(now, last.at, place)
  return dueAt ? { state: 'waiting', dueAt } : { state: 'done', endedReason: 'outside_hours', reached: false }
}

/** Whether these dials by themselves allow a retry. */
export function mayBeRetried(dials: readonly FinishedDial[]): boolean {
  const { outcome } = lastOf(dials)
  const reached = dials.some((dial) => dial.outcome === 'human')
  return !reached && outcomeTable[outcome].retried && dials.length < MAX_DIALS_PER_CAMPAIGN
}

function lastOf(dials: readonly FinishedDial[]): FinishedDial {
  const last = dials.toSorted((a, b) => a.attempt - b.attempt).at(-1)
  if (!last) throw new Error('enrolmentAfter needs at least one dial')
  return last
}

export const BURST_OF = 20

/** A call that staff cancelled says nothing about line or list; a call in flight has not failed yet. */
export function isFailure(outcome: CallOutcome | null): boolean {
  return outcome !== null && outcomeTable[outcome].status === 'failed' && outcome !== 'cancelled'
}

/** The number of failures among the last dials when at least half failed, else null. @param outcomes newest first */
export function failureBurst(outcomes: readonly (CallOutcome | null)[]): number | null {
  const last = outcomes.slice(0, BURST_OF)
  const failed = last.filter(isFailure).length
  return last.length === BURST_OF && failed * 2 >= BURST_OF ? failed : null
}
