/** Decides how long a time is held for a call that offers it, and which times are offered. */
import { isBusinessDay, sydneyDate } from '#server/calendar/days.ts'
import { lastBookableDay, MEETING_MS } from './slots.rules.ts'

/** Longer than any call, on its provider's clock. */
const HOLD_MS = 15 * 60_000
/** Added in real time: at 100 times the speed, a short delay would otherwise end the hold during the call. */
const SLACK_MS = 60_000
const LONGEST_MS = 24 * 3_600_000

/** When a time that is offered now is free again at the latest, however the call ends. Real time. */
export function heldUntil(now: Date, clockSpeed: number): Date {
  return new Date(now.getTime() + Math.min(HOLD_MS / clockSpeed, LONGEST_MS) + SLACK_MS)
}

const APART_MS = 3 * MEETING_MS

/** Candidates for the second offered time, best first: another time of the day or another day, else one close by. */
export function secondChoices(starts: readonly number[], first: number): number[] {
  const later = starts.filter((start) => start > first)
  return [
    ...later.filter((start) => start - first >= APART_MS),
    ...later.filter((start) => start - first < APART_MS),
  ]
}

/**
 * The start that was named in a call, which a provider reports and which is therefore untrusted.
 * @param calledAt on the calling clock, as is `now`
 * @returns null if no call can have offered it
 */
export function saidStart(
  slot: string | null,
  { calledAt, now }: { calledAt: Date; now: Date },
): Date | null {
  const start = slot === null ? Number.NaN : Date.parse(slot)
  if (!(start > calledAt.getTime())) return null
  const day = sydneyDate(start)
  return isBusinessDay(day) && day <= lastBookableDay(now) ? new Date(start) : null
}
