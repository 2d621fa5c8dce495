// Decides when the day has come to look at what ends, and what a broker is told about a document that does.

import { daysBetween, SYDNEY } from '#contract/calendar.ts'

/** Days before its end that a broker is reminded, once each. */
export const REMINDER_DAYS = [60, 30, 7] as const
export type DaysAhead = (typeof REMINDER_DAYS)[number]
const NEAREST_FIRST = REMINDER_DAYS.toReversed()

/** Nobody wants such a mail at night; what the morning has missed is made up for until the evening. */
const FROM_HOUR = 7
const TO_HOUR = 21

/** The day in Sydney that is to be looked after now, YYYY-MM-DD; null outside the hours for mails. */
export function expiryDayDue(now: Date): string | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(SYDNEY)
  return local.hour >= FROM_HOUR && local.hour < TO_HOUR ? local.toPlainDate().toString() : null
}

/** An approved version with its last day. */
export interface Ending {
  /** YYYY-MM-DD; it counts through this day. */
  expiresOn: string
  /** The type is still asked for. */
  asked: boolean
  /** The furthest that a newer version is: an approved one takes this one's place. */
  newer: 'approved' | 'pending' | null
  /** Reminders that were sent of this last day. */
  reminded: readonly number[]
  /** Its end was told already. */
  ended: boolean
}

export type Notice = { kind: 'remind'; daysAhead: DaysAhead; daysLeft: number } | { kind: 'expired' }

/**
 * What is due on this day. A day that was missed is made up for, with the reminder that fits by then, and those before
 * it are left out. @param today in Sydney, YYYY-MM-DD
 */
export function dueNotice(ending: Ending, today: string): Notice | null {
  if (!ending.asked || ending.newer === 'approved') return null
  const daysLeft = daysBetween(today, ending.expiresOn)
  if (daysLeft < 0) return ending.ended ? null : { kind: 'expired' }
  if (ending.newer === 'pending') return null
  const daysAhead = NEAREST_FIRST.find((days) => daysLeft <= days)
  if (daysAhead === undefined || ending.reminded.some((days) => days <= daysAhead)) return null
  return { kind: 'remind', daysAhead, daysLeft }
}
