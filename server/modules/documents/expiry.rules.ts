// Decides when the daily expiry run is due, and which notice a broker gets about an expiring document.

import { daysBetween, SYDNEY } from '#contract/calendar.ts'

/** Days before a document expires at which its broker is reminded, once each. */
export const REMINDER_DAYS = [60, 30, 7] as const
export type DaysAhead = (typeof REMINDER_DAYS)[number]
const NEAREST_FIRST = REMINDER_DAYS.toReversed()

/** Hours for these emails, in Sydney: none at night, but a missed morning is made up for until the evening. */
const FROM_HOUR = 7
const TO_HOUR = 21

/** The Sydney day whose run is due now, YYYY-MM-DD; null outside the hours for emails. */
export function dueRunDay(now: Date): string | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(SYDNEY)
  return local.hour >= FROM_HOUR && local.hour < TO_HOUR ? local.toPlainDate().toString() : null
}

/** An approved version with its last day. */
export interface ExpiringVersion {
  /** YYYY-MM-DD; the approval counts through this day. */
  expiresOn: string
  /** The document type is not retired. */
  active: boolean
  /** The highest status of the newer versions; an approved one replaces this version. */
  newer: 'approved' | 'pending' | null
  /** Days ahead of the reminders already sent for this last day. */
  reminded: readonly number[]
  /** The notice of expiry was already sent. */
  expiryNotified: boolean
}

export type Notice = { kind: 'remind'; daysAhead: DaysAhead; daysLeft: number } | { kind: 'expired' }

/**
 * The notice that is due on this day. After missed days only the latest due reminder is sent.
 * @param today in Sydney, YYYY-MM-DD
 */
export function dueNotice(version: ExpiringVersion, today: string): Notice | null {
  if (!version.active || version.newer === 'approved') return null
  const daysLeft = daysBetween(today, version.expiresOn)
  if (daysLeft < 0) return version.expiryNotified ? null : { kind: 'expired' }
  if (version.newer === 'pending') return null
  const daysAhead = NEAREST_FIRST.find((days) => daysLeft <= days)
  if (daysAhead === undefined || version.reminded.some((days) => days <= daysAhead)) return null
  return { kind: 'remind', daysAhead, daysLeft }
}
