/** Decides when a call that a person asks for is dialled: the wished time, or the nearest one that every rule permits. */
import { localDate } from '#server/calendar/places.ts'
import { contains } from '#server/calendar/spans.ts'
import { type CallDecision, decide } from '../decide.rules.ts'
import type { Reason } from '../eligibility.rules.ts'
import type { CallFacts, CallPolicy } from '../facts.rules.ts'

/** The wished window, on the clock of the calling hours. */
export interface Wish {
  from: Date
  to: Date
}

export interface PlannedWindow {
  dueAt: Date
  until: Date
}

export type Proposal =
  /** `moved`: not in the wished window, so that the person has to agree. */
  ({ kind: 'time'; moved: boolean } & PlannedWindow) | { kind: 'refused'; reasons: Reason[] }

const MINUTE_MS = 60_000
/** 'At three' is dialled by a quarter past. */
const WINDOW_MS = 15 * MINUTE_MS
/** The call in which the person asks for it has to end first. */
const NOTICE_MS = 5 * MINUTE_MS
/** As meetings. */
export const MAX_DAYS_AHEAD = 60
const DAY_MS = 24 * 60 * MINUTE_MS
/** As far as calling hours are searched. */
const DAYS_SEARCHED = 366

/**
 * The time at which the person can be dialled: in the wished window if that is possible, else on the wished day, else at
 * the next opening of the calling hours after it. `decide` judges it as it will before the dial.
 */
export function proposeTime(facts: CallFacts, policy: CallPolicy, wish: Wish, now: Date): Proposal {
  if (wish.from.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS) return tooFar()
  const open = windowFor(facts, policy, wish, now)
  const first = open?.dueAt ?? later(wish.from, now)
  const judged = judge(facts, policy, first)
  if (judged.verdict === 'never') return { kind: 'refused', reasons: judged.reasons }
  if (judged.verdict === 'call' && open) return proposal(open, wish)
  const next = windowFrom(facts, policy, judged.notBefore ?? first)
  const again = judge(facts, policy, next.dueAt)
  return again.verdict === 'call' ? proposal(next, wish) : { kind: 'refused', reasons: again.reasons }
}

const proposal = (window: PlannedWindow, wish: Wish): Proposal => ({
  kind: 'time',
  ...window,
  moved: window.dueAt < wish.from || window.dueAt >= wish.to,
})

function tooFar(): Proposal {
  const text = `Calls are planned up to ${MAX_DAYS_AHEAD} days ahead.`
  return { kind: 'refused', reasons: [{ code: 'too_far', text }] }
}

/** The decision before the dial, without a limit to its delay: a later time is proposed instead. */
function judge(facts: CallFacts, policy: CallPolicy, at: Date): CallDecision {
  const until = new Date(at.getTime() + DAYS_SEARCHED * DAY_MS)
  return decide({ ...facts, requested: { dueAt: at.toISOString(), until: until.toISOString() } }, policy, at)
}

/** By the calling hours alone. */
function windowFor(
  { place }: CallFacts,
  { window }: CallPolicy,
  wish: Wish,
  now: Date,
): PlannedWindow | null {
  const earliest = later(wish.from, new Date(now.getTime() + NOTICE_MS))
  const first = window.next(earliest, place)
  if (first && first < wish.to) return closedBy({ place, window }, first, wish.to)
  const close = window.day(place, localDate(wish.from.getTime(), place)).at(-1)
  const last = close && new Date(Math.max(close[0], close[1] - WINDOW_MS))
  // after the close of the wished day, not before its opening
  if (close && last && wish.from.getTime() >= close[1] && last > now)
    return { dueAt: last, until: new Date(close[1]) }
  return first && closedBy({ place, window }, first, new Date(first.getTime() + WINDOW_MS))
}

const windowFrom = ({ place }: CallFacts, { window }: CallPolicy, at: Date): PlannedWindow =>
  closedBy({ place, window }, at, new Date(at.getTime() + WINDOW_MS))

/** Ends no later than the calling hours in which it begins. */
function closedBy(
  { place, window }: { place: CallFacts['place']; window: CallPolicy['window'] },
  dueAt: Date,
  until: Date,
): PlannedWindow {
  const spans = window.day(place, localDate(dueAt.getTime(), place))
  const close = spans.find((span) => contains([span], dueAt.getTime()))?.[1]
  return { dueAt, until: close === undefined || until.getTime() < close ? until : new Date(close) }
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
