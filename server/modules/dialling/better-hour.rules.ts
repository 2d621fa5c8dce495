/** Decides whether a broker who may be called now waits for an hour in which their region answers more, and until when. */
import { addDays, weekdayOf } from '#contract/calendar.ts'
import { hourOfWeek, instantOf, localDate, type Place, zonesOf } from '#server/calendar/places.ts'
import { from, intersect, type Span } from '#server/calendar/spans.ts'
import { chanceOf } from '#server/modules/audiences/lift.rules.ts'
import type { BestHours, Line } from './best-hours.rules.ts'
import type { CallFacts, CallPolicy, HoursArm } from './facts.rules.ts'

/** Today, and so many days after it on which the broker may be called. */
const MAX_CALLING_DAYS = 2
/** No run of days without calling hours is longer. */
const DAYS_AHEAD = 31
const HOUR_MS = 3_600_000

/** The arm of a broker. The same seed always gives the same arm. */
export const hoursArmOf = ({ percent, seed }: BestHours['control'], brokerId: number): HoursArm =>
  chanceOf(seed, brokerId) * 100 < percent ? 'any' : 'preferred'

/** These with the arm that they have or get now; as they are where the campaign prefers no hours. */
export function withHoursArms<T extends { facts: CallFacts }>(
  candidates: readonly T[],
  { bestHours }: Pick<CallPolicy, 'bestHours'>,
): readonly T[] {
  if (!bestHours) return candidates
  return candidates.map((candidate) => {
    const { facts } = candidate
    if (facts.hoursArm) return candidate
    return { ...candidate, facts: { ...facts, hoursArm: hoursArmOf(bestHours.control, facts.brokerId) } }
  })
}

/**
 * The start of the next preferred hour in which the broker may be called, or null: call now. An attempt waits once,
 * until one instant, which later decisions can only make earlier, so that nothing stalls a campaign.
 * @param now an instant when they may be called
 */
export function betterHour(
  facts: CallFacts,
  { bestHours, window, leadMs }: CallPolicy,
  now: Date,
): Date | null {
  const { place, number, hoursArm } = facts
  if (!bestHours || hoursArm !== 'preferred' || !isKnown(place) || !number) return null
  const latest = facts.waitsUntil === null ? Number.POSITIVE_INFINITY : Date.parse(facts.waitsUntil)
  if (now.getTime() >= latest) return null
  const line: Line = number.kind === 'mobile' ? 'mobile' : 'fixed'
  const preferred = bestHours.ranking.of(place.region, line)
  if (preferred.size === 0 || preferred.has(hourOfWeek(now.getTime(), place.zone))) return null
  const last = facts.campaignDials[0]
  const today = localDate(now.getTime(), place)
  for (let ahead = 0, callingDays = 0; ahead <= DAYS_AHEAD && callingDays <= MAX_CALLING_DAYS; ahead++) {
    const date = addDays(today, ahead)
    const whole = last ? window.retryDay(place, date, new Date(last.at)) : window.day(place, date)
    const open = from(whole, now.getTime())
    const start = firstPreferred(open, preferred, { date, zone: place.zone, leadMs })
    if (start !== null) return start <= latest ? new Date(start) : null
    if (open.length > 0) callingDays++
  }
  return null
}

/** Hours of the week are those of one place. */
function isKnown(place: Place): place is Place & { zone: string } {
  return place.zone !== null && zonesOf(place)[0] === place.zone
}

/** The first instant of a day that is open and in a preferred hour, with the lead time left in both. */
function firstPreferred(
  open: readonly Span[],
  preferred: ReadonlySet<number>,
  { date, zone, leadMs }: { date: string; zone: string; leadMs: number },
): number | null {
  if (open.length === 0) return null
  const midnight = (weekdayOf(date) % 7) * 24
  for (let hour = 0; hour < 24; hour++) {
    if (!preferred.has(midnight + hour)) continue
    const start = instantOf(date, `${String(hour).padStart(2, '0')}:00`, zone)
    const found = intersect(open, [[start, start + HOUR_MS]]).find(([begin, end]) => end - begin > leadMs)
    if (found) return found[0]
  }
  return null
}
