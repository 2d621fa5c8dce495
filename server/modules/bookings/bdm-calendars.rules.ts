/** Computes the state of each slot in a BDM's calendar, for staff who view a week or move a meeting in it. */
import type { CalendarSlot } from '#contract/bookings/bdm-calendars.ts'
import { HORIZON_DAYS, MEETING_MINUTES, MINIMUM_NOTICE_HOURS } from '#contract/bookings/bookings.ts'
import { weekdayOf } from '#contract/calendar.ts'
import { lastBookableDay, MEETING_MS, meetsNotice, slotsOf, type WeeklySpan } from './slots.rules.ts'

interface Span {
  from: Date
  to: Date
}

export interface CalendarFacts {
  hours: readonly WeeklySpan[]
  blocks: readonly (WeeklySpan & { reason: string })[]
  meetings: readonly Span[]
  absences: readonly (Span & { kind: 'leave' | 'busy'; reason: string })[]
  /** Times that are offered in calls at the moment. */
  held: readonly Span[]
}

/** The slots of these days, each free or with the reason why it is taken; a meeting takes precedence. */
export function calendarSlots(calendar: CalendarFacts, dates: readonly string[], now: Date): CalendarSlot[] {
  return dates.flatMap((date) =>
    slotsOf(calendar, date).map(({ start, time }) => ({
      start: new Date(start).toISOString(),
      ...takenBy(calendar, { date, start, time }, now),
    })),
  )
}

interface Slot {
  date: string
  start: number
  time: string
}

function takenBy(
  { meetings, absences, held, blocks }: CalendarFacts,
  { date, start, time }: Slot,
  now: Date,
): Pick<CalendarSlot, 'by' | 'reason'> {
  const overlaps = ({ from, to }: Span): boolean =>
    from.getTime() < start + MEETING_MS && to.getTime() > start
  if (meetings.some(overlaps)) return { by: 'meeting', reason: 'Another meeting' }
  const absence = absences.find(overlaps)
  if (absence) return { by: absence.kind, reason: absenceText(absence) }
  const until = endOf(time)
  const block = blocks.find(
    ({ weekday, from, to }) => weekday === weekdayOf(date) && from < until && to > time,
  )
  if (block) return { by: 'block', reason: block.reason || 'Recurring block' }
  if (held.some(overlaps)) return { by: 'call', reason: 'Being offered in a call' }
  const reason = clockProblem(date, start, now)
  return { by: reason === null ? null : 'clock', reason }
}

function clockProblem(date: string, start: number, now: Date): string | null {
  if (start <= now.getTime()) return 'This time has passed'
  if (!meetsNotice(start, now)) return `Less than ${MINIMUM_NOTICE_HOURS} hours away`
  return date > lastBookableDay(now) ? `More than ${HORIZON_DAYS} days away` : null
}

/** 'Leave: Annual leave'; reasons from a BDM's own calendar are not shown. */
function absenceText({ kind, reason }: { kind: 'leave' | 'busy'; reason: string }): string {
  if (kind === 'busy') return 'Busy in their own calendar'
  return reason ? `Leave: ${reason}` : 'Leave'
}

/** '09:00' → '10:00' */
function endOf(time: string): string {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + MEETING_MINUTES
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
