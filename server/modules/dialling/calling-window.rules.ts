/** Decides when a campaign may call a person at a place: its own days and hours within the legal hours there. */

import { addDays, weekdayOf } from '#contract/calendar.ts'
import { dateIn } from '#server/calendar/days.ts'
import { type HoursPolicy, isCovered, legalDay } from '#server/calendar/legal-hours.ts'
import { instantOf, localDate, type Place, zonesOf } from '#server/calendar/places.ts'
import { before, contains, firstAtOrAfter, from, intersect, type Span } from '#server/calendar/spans.ts'

/** A campaign's own days and hours. */
export interface CampaignWindow {
  /** '0' is Sunday. */
  days: readonly string[]
  /** HH:MM, inclusive. */
  start: string
  /** HH:MM, exclusive. */
  end: string
  /** Applies when `respectLocalTime` is off; otherwise the called person's zone does. */
  zone: string
  respectLocalTime: boolean
}

export interface CallingWindow {
  isOpen(at: Date, place: Place): boolean
  /** The first permitted instant at or after `at`; null when none falls within a year and the holiday table. */
  next(at: Date, place: Place): Date | null
  /** As `next`, for a retry: on a later day than `last`, in the other half of that day's window. */
  nextRetry(at: Date, last: Date, place: Place): Date | null
  /** The permitted hours of one local date. */
  day(place: Place, date: string): Span[]
  /** The part of them in which a retry may be made, on a day after `last`. */
  retryDay(place: Place, date: string, last: Date): Span[]
}

const DAYS_AHEAD = 366

/** Caches days per place, so that thousands of brokers at a few dozen places cost little. */
export function callingWindow(campaign: CampaignWindow, policy: HoursPolicy): CallingWindow {
  const days = new Map<string, Span[]>()
  const nothingFrom = new Map<string, string>()

  function day(place: Place, date: string): Span[] {
    const key = `${place.zone}|${place.region}|${date}`
    const known = days.get(key)
    if (known) return known
    const spans = intersect(legalDay(place, date, policy), campaignHours(campaign, place, date))
    days.set(key, spans)
    return spans
  }

  function wantedHalf(last: Date, place: Place): Half {
    const lastDay = localDate(last.getTime(), place)
    return halfOf(last.getTime(), day(place, lastDay), lastDay, place) === 'first' ? 'second' : 'first'
  }

  function search(place: Place, first: string, at: number, part: (spans: Span[]) => Span[]): Date | null {
    for (let date = first, ahead = 0; ahead <= DAYS_AHEAD; date = addDays(date, 1), ahead++) {
      if (!isCovered(date, policy.table)) return null
      const found = firstAtOrAfter(part(day(place, date)), at)
      if (found !== null) return new Date(found)
    }
    return null
  }

  return {
    day,
    isOpen: (at, place) => contains(day(place, localDate(at.getTime(), place)), at.getTime()),
    next(at, place) {
      const first = localDate(at.getTime(), place)
      const key = `${place.zone}|${place.region}`
      // a window that never opens is searched once per day and place, not once per broker
      if (nothingFrom.get(key) === first) return null
      const found = search(place, first, at.getTime(), (spans) => spans)
      if (!found) nothingFrom.set(key, first)
      return found
    },
    nextRetry(at, last, place) {
      const lastDay = localDate(last.getTime(), place)
      const wanted = wantedHalf(last, place)
      const today = localDate(at.getTime(), place)
      const first = today > lastDay ? today : addDays(lastDay, 1)
      return search(place, first, at.getTime(), (spans) => half(spans, wanted))
    },
    retryDay: (place, date, last) => half(day(place, date), wantedHalf(last, place)),
  }
}

function campaignHours(campaign: CampaignWindow, place: Place, date: string): Span[] {
  if (campaign.respectLocalTime) {
    return zonesOf(place)
      .map((zone) => hoursIn(campaign, zone, date))
      .reduce(intersect)
  }
  // the campaign's zone may be on another date than the place
  return [-1, 0, 1].flatMap((offset) => hoursIn(campaign, campaign.zone, addDays(date, offset)))
}

function hoursIn(campaign: CampaignWindow, zone: string, date: string): Span[] {
  // campaigns write Sunday as 0
  if (!campaign.days.includes(String(weekdayOf(date) % 7))) return []
  const start = instantOf(date, campaign.start, zone)
  const end = instantOf(date, campaign.end, zone)
  return start < end ? [[start, end]] : []
}

type Half = 'first' | 'second'

function middle(spans: readonly Span[]): number | null {
  const open = spans[0]
  const close = spans.at(-1)
  return open && close ? (open[0] + close[1]) / 2 : null
}

function half(spans: readonly Span[], wanted: Half): Span[] {
  const at = middle(spans)
  if (at === null) return []
  return wanted === 'first' ? before(spans, at) : from(spans, at)
}

/** Split at the middle of that day's window, or at 1 pm local time when that day has no window any more. */
function halfOf(at: number, spans: readonly Span[], date: string, place: Place): Half {
  const split = middle(spans) ?? instantOf(date, '13:00', zonesOf(place)[0])
  return at < split ? 'first' : 'second'
}

/** Whether both fall on one calendar day at the place; for an unknown place, in any of its possible zones. */
export function sameDay(a: Date, b: Date, place: Place): boolean {
  return zonesOf(place).some((zone) => dateIn(a.getTime(), zone) === dateIn(b.getTime(), zone))
}

/**
 * The start of the next calendar day at the place, or of the one so many days later; for an unknown place, in the last
 * of its possible zones.
 */
export function nextDay(at: Date, place: Place, days = 1): Date {
  const starts = zonesOf(place).map((zone) =>
    instantOf(addDays(dateIn(at.getTime(), zone), days), '00:00', zone),
  )
  return new Date(Math.max(...starts))
}
