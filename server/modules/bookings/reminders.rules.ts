/** Decides whether a reminder of a meeting is due, and which. */
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'

export const REMINDER_AHEAD_MS = { day: 24 * 3_600_000, hour: 3_600_000 } as const

export interface Reminded {
  start: Date
  /** When this time was set; the message sent then replaces reminders that were due before. */
  scheduledAt: Date
}

/**
 * The reminder that is due: a day before, unless it is already the meeting's day, and an hour before. Reminders that
 * were due before the meeting was booked or moved are omitted.
 */
export function dueReminder({ start, scheduledAt }: Reminded, now: Date): 'day' | 'hour' | null {
  const dueAt = (ahead: 'day' | 'hour'): number => start.getTime() - REMINDER_AHEAD_MS[ahead]
  const isDue = (ahead: 'day' | 'hour'): boolean =>
    now.getTime() >= dueAt(ahead) && now < start && scheduledAt.getTime() < dueAt(ahead)
  if (isDue('hour')) return 'hour'
  return isDue('day') && sydneyDate(now) < sydneyDate(start) ? 'day' : null
}

/** When a reminder becomes untrue or useless: 'tomorrow' is true until the day begins. */
export function remindBefore({ start }: { start: Date }, ahead: 'day' | 'hour'): Date {
  return ahead === 'day' ? sydneyMidnight(sydneyDate(start)) : start
}
