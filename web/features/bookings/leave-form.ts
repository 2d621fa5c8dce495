import { z } from 'zod'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { addDays, isDay } from '#contract/calendar.ts'
import { line } from '#contract/text-fields.ts'
import { BESIDE_OTHERS } from '#contract/texts.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { dayIn, instantAt, timeIn } from '#web/lib/zoned-days.ts'

const day = z.string().refine(isDay, 'Choose a day')
const time = z.string()
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

interface LeaveTimes {
  wholeDays: boolean
  fromDay: string
  toDay: string
  fromTime: string
  toTime: string
}

/** Whole days unless times are given; everything in Sydney's time. */
export const leaveForm = z
  .object({
    wholeDays: z.boolean(),
    fromDay: day,
    toDay: day,
    fromTime: time,
    toTime: time,
    reason: line().min(1, 'Reason is required').max(200, 'At most 200 characters'),
  })
  .superRefine(({ wholeDays, ...times }, check) => {
    // hidden for whole days, where the user could not correct them
    for (const name of wholeDays ? [] : (['fromTime', 'toTime'] as const)) {
      if (!CLOCK.test(times[name])) check.addIssue({ code: 'custom', path: [name], message: 'Choose a time' })
    }
  }, BESIDE_OTHERS)
  .refine((fields) => spanOf(fields).from < spanOf(fields).to, {
    path: ['toDay'],
    error: 'End must be after start',
    when: ({ issues }) => issues.length === 0,
  })
type LeaveFields = z.output<typeof leaveForm>

export function newLeave(now: number): LeaveFields {
  const today = dayIn(BOOKING_ZONE, now)
  return { wholeDays: true, fromDay: today, toDay: today, fromTime: '09:00', toTime: '17:00', reason: '' }
}

/** Start and end instants; a whole-day leave ends at the end of its last day. */
export function spanOf(fields: LeaveTimes): { from: string; to: string } {
  const { wholeDays, fromDay, toDay, fromTime, toTime } = fields
  return wholeDays
    ? {
        from: instantAt(BOOKING_ZONE, fromDay, '00:00'),
        to: instantAt(BOOKING_ZONE, addDays(toDay, 1), '00:00'),
      }
    : { from: instantAt(BOOKING_ZONE, fromDay, fromTime), to: instantAt(BOOKING_ZONE, toDay, toTime) }
}

/** 'Tue 24 Nov 2026', 'Tue 24 Nov 2026 – Fri 27 Nov 2026', or with times where they are not whole days. */
export function leaveText({ from, to }: { from: string; to: string }): string {
  const isMidnight = (instant: string): boolean => timeIn(BOOKING_ZONE, instant) === '00:00'
  if (!isMidnight(from) || !isMidnight(to)) {
    const text = (instant: string): string => formatDateTime(instant, { timeZone: BOOKING_ZONE })
    return `${text(from)} – ${text(to)}`
  }
  const [first, last] = leaveDays({ from, to })
  return first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`
}

/** First and last Sydney day of a leave. */
export function leaveDays({ from, to }: { from: string; to: string }): [string, string] {
  return [dayIn(BOOKING_ZONE, from), dayIn(BOOKING_ZONE, Date.parse(to) - 1)]
}

/** True for a meeting that overlaps the leave. */
export function isInLeave(
  meeting: { scheduledDate: string; endsAt: string },
  leave: { from: string; to: string },
): boolean {
  return (
    Date.parse(meeting.scheduledDate) < Date.parse(leave.to) &&
    Date.parse(leave.from) < Date.parse(meeting.endsAt)
  )
}
