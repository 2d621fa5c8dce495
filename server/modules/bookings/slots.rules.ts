/** Decides which slots the BDMs' calendars have on a day, and which of them are free. */
import {
  type AvailabilityDay,
  HORIZON_DAYS,
  MEETING_MINUTES,
  MINIMUM_NOTICE_HOURS,
} from '#contract/bookings/bookings.ts'
import { addDays, weekdayOf } from '#contract/calendar.ts'
import { isBusinessDay, sydneyDate, sydneyInstant } from '#server/calendar/days.ts'
import { mergeSpans, type Span } from '#server/calendar/spans.ts'

export const MEETING_MS = MEETING_MINUTES * 60_000
const NOTICE_MS = MINIMUM_NOTICE_HOURS * 3_600_000

/** Wall-clock times of a weekday, HH:MM. */
export interface WeeklySpan {
  weekday: number
  from: string
  to: string
}

export interface Calendar {
  hours: readonly WeeklySpan[]
  blocks: readonly WeeklySpan[]
  /** Meetings and absences, sorted by start and without overlaps: see `mergeSpans`. */
  busy: readonly Span[]
}

/** A calendar that separates meetings from other busy times. */
export interface Diary extends Calendar {
  /** Epoch milliseconds. */
  meetingStarts: readonly number[]
}

interface OwnSlot {
  start: number
  /** HH:MM */
  time: string
  /** Within a weekly block. */
  blocked: boolean
}

/** Binary search: only the first span that ends after `start` can overlap. */
export function isBusy(busy: readonly Span[], start: number, end: number): boolean {
  let low = 0
  let high = busy.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((busy[middle]?.[1] ?? 0) > start) high = middle
    else low = middle + 1
  }
  const next = busy[low]
  return next !== undefined && next[0] < end
}

/** One calendar's slots of a day: an hour each, from the start of every span of its hours. */
export function slotsOf(calendar: Pick<Calendar, 'hours' | 'blocks'>, date: string): OwnSlot[] {
  if (!isBusinessDay(date)) return []
  const day = weekdayOf(date)
  const blocks = calendar.blocks.filter(({ weekday }) => weekday === day)
  return calendar.hours
    .filter(({ weekday }) => weekday === day)
    .flatMap(({ from, to }) => {
      const slots: OwnSlot[] = []
      for (let minute = minuteOf(from); minute + MEETING_MINUTES <= minuteOf(to); minute += MEETING_MINUTES) {
        const start = sydneyInstant(date, timeOf(minute))
        if (start === null) continue
        const end = minute + MEETING_MINUTES
        const blocked = blocks.some((block) => minuteOf(block.from) < end && minuteOf(block.to) > minute)
        slots.push({ start, time: timeOf(minute), blocked })
      }
      return slots
    })
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function timeOf(minute: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** '9:00 AM' */
function labelOf(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Whether this start is far enough ahead to be booked. */
export function meetsNotice(start: number, now: Date): boolean {
  return start - now.getTime() >= NOTICE_MS
}

/** The last Sydney day on which a meeting can be booked now. */
export function lastBookableDay(now: Date): string {
  return addDays(sydneyDate(now), HORIZON_DAYS)
}

/** Calendars with the same hours and blocks, so that their slots are computed once for all of them. */
type CalendarGroup = readonly Calendar[]

function groupByHours(calendars: readonly Calendar[]): CalendarGroup[] {
  return [...Map.groupBy(calendars, ({ hours, blocks }) => JSON.stringify([hours, blocks])).values()]
}

/** `daySlots` for each of `dates`. */
export function slotsOfDays(
  calendars: readonly Calendar[],
  dates: readonly string[],
  now: Date,
): AvailabilityDay[] {
  const groups = groupByHours(calendars)
  const today = sydneyDate(now)
  return dates.map((date) => (date < today ? { date, slots: [] } : dayOf(groups, date, now)))
}

/** A slot is listed if any calendar has it, and free if any of those is free. Days before today have none. */
export function daySlots(calendars: readonly Calendar[], date: string, now: Date): AvailabilityDay {
  return slotsOfDays(calendars, [date], now)[0] ?? { date, slots: [] }
}

/** The starts at which at least one of the calendars is free on `dates`, in order. Epoch milliseconds. */
export function freeStarts(calendars: readonly Calendar[], dates: readonly string[], now: Date): number[] {
  const groups = groupByHours(calendars)
  const today = sydneyDate(now)
  return dates
    .filter((date) => date >= today)
    .flatMap((date) => startsOfDay(groups, date, now))
    .filter(({ available }) => available)
    .map(({ start }) => start)
}

function dayOf(groups: readonly CalendarGroup[], date: string, now: Date): AvailabilityDay {
  const slots = startsOfDay(groups, date, now).map(({ start, time, available }) => ({
    start: new Date(start).toISOString(),
    label: labelOf(time),
    available,
  }))
  return { date, slots }
}

interface Start extends Pick<OwnSlot, 'start' | 'time'> {
  available: boolean
}

function startsOfDay(groups: readonly CalendarGroup[], date: string, now: Date): Start[] {
  const found = new Map<number, Start>()
  for (const group of groups) {
    const [first] = group
    for (const { start, time, blocked } of first ? slotsOf(first, date) : []) {
      if (found.get(start)?.available) continue
      const free = ({ busy }: Calendar): boolean => !isBusy(busy, start, start + MEETING_MS)
      found.set(start, { start, time, available: !blocked && meetsNotice(start, now) && group.some(free) })
    }
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start)
}

/** Whether a calendar is free at a start. `absent`: it has no such slot, or a weekly block covers it. */
export function statusAt(calendar: Calendar, start: number): 'absent' | 'busy' | 'free' {
  const slot = slotsOf(calendar, sydneyDate(start)).find((own) => own.start === start)
  if (!slot || slot.blocked) return 'absent'
  return isBusy(calendar.busy, start, start + MEETING_MS) ? 'busy' : 'free'
}

/** The diaries with one more meeting. */
export function withMeeting<D extends Diary & { id: number }>(
  diaries: readonly D[],
  { bdmId, start }: { bdmId: number; start: number },
): D[] {
  return diaries.map((diary) => {
    if (diary.id !== bdmId) return diary
    const meetingStarts = [...diary.meetingStarts, start]
    return { ...diary, meetingStarts, busy: mergeSpans([...diary.busy, [start, start + MEETING_MS]]) }
  })
}

/** How many meetings of a diary start from `from` on, before `to`. */
export const meetingsIn = (
  { meetingStarts }: Pick<Diary, 'meetingStarts'>,
  { from, to }: { from: Date; to: Date },
): number => meetingStarts.filter((start) => start >= from.getTime() && start < to.getTime()).length

export interface Candidate {
  id: number
  regions: readonly string[]
  /** Meetings in the week of the slot. */
  meetings: number
}

/** The BDM and the region that a broker prefers. */
export interface Preference {
  /** Their own BDM. */
  bdmId: number | null
  /** Their state. */
  region: string | null
}

export const NO_PREFERENCE: Preference = { bdmId: null, region: null }

/** BDMs in the order to try: the broker's own, then those of their state, then those with the fewest meetings that week. */
export function sortByPriority<C extends Candidate>(candidates: readonly C[], wish: Preference): C[] {
  const rank = ({ id, regions }: C): number => {
    if (id === wish.bdmId) return 0
    return wish.region !== null && regions.includes(wish.region) ? 1 : 2
  }
  return candidates.toSorted((a, b) => rank(a) - rank(b) || a.meetings - b.meetings || a.id - b.id)
}
