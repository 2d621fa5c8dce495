/** Decides whether a reminder of a meeting is due, and which. */
import { sydneyDate } from '#server/calendar/days.ts'

export const REMINDER_AHEAD_MS = { day: 24 * 3_600_000, hour: 3_600_000 } as const

export interface Reminded {
  start: Date
  /** When this time was settled: the message about that said it all. */
  scheduledAt: Date
}

/**
 * A day before, as long as it is not yet the day itself, and an hour before. What was due before the meeting was
 * booked or moved to its time is left out.
 */
export function dueReminder({ start, scheduledAt }: Reminded, now: Date): 'day' | 'hour' | null {
  const dueAt = (ahead: 'day' | 'hour'): number => start.getTime() - REMINDER_AHEAD_MS[ahead]
  const isDue = (ahead: 'day' | 'hour'): boolean =>
    now.getTime() >= dueAt(ahead) && now < start && scheduledAt.getTime() < dueAt(ahead)
  if (isDue('hour')) return 'hour'
  return isDue('day') && sydneyDate(now) < sydneyDate(start) ? 'day' : null
}
