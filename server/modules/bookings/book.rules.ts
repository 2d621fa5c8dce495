/** Decides whether a booking's contact number and start time are acceptable. */
import { HOLD_MINUTES, HORIZON_DAYS, MAX_OPEN_MEETINGS } from '#contract/bookings/bookings.ts'
import { PHONE_INVALID } from '#contract/brokers/phone-messages.ts'
import { isBusinessDay, sydneyDate } from '#server/calendar/days.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { lastBookableDay, meetsNotice } from './slots.rules.ts'

export const PAST = 'This time has passed. Choose another one.'
export const TOO_SOON = 'Choose a time at least 2 hours from now.'
export const TOO_FAR = `Choose a time within the next ${HORIZON_DAYS} days.`
export const NO_SUCH_TIME = 'There are no meetings at this time. Choose one of the times shown.'
export const OWN_MEETING = 'You already have a meeting at this time. Choose another time.'
export const TWO_AHEAD =
  'One person can have two meetings ahead at a time. Cancel one of them with the link in its email, or call us.'
export const TOO_MANY_MESSAGES =
  'Many messages about meetings have just gone to this address. Try again later, or call us.'

/** Why this start cannot be booked with any BDM; null: the calendars decide. */
export function startProblem(start: Date, now: Date): string | null {
  if (start <= now) return PAST
  if (!meetsNotice(start.getTime(), now)) return TOO_SOON
  if (sydneyDate(start) > lastBookableDay(now)) return TOO_FAR
  return isBusinessDay(sydneyDate(start)) ? null : NO_SUCH_TIME
}

/** The instant until which a booking made now holds its time unconfirmed. */
export function confirmBy(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000)
}

/** Why a person with so many meetings ahead cannot have another; null: they can. */
export function aheadProblem(ahead: number): string | null {
  return ahead < MAX_OPEN_MEETINGS ? null : TWO_AHEAD
}

const HOUR_S = 3600
/** Messages about meetings, reminders left out, that may go to one address. */
const MOST = [
  { within: 'hour', most: 6, wait: HOUR_S },
  { within: 'day', most: 15, wait: 6 * HOUR_S },
] as const

/** Seconds after which another message may go to an address that had so many; null: it may go now. */
export function messageWait(sent: { hour: number; day: number }): number | null {
  return MOST.findLast(({ within, most }) => sent[within] >= most)?.wait ?? null
}

/** Kinds of number that reach a service or an emergency desk, never a visitor. */
const rejectedKinds = ['premium', 'short', 'emergency', 'invalid']

/**
 * Checks a visitor's number. No campaign dials it, so foreign numbers and extensions are accepted.
 * @returns E.164, or as written if it has an extension
 */
export function contactPhone(text: string): { ok: true; phone: string } | { ok: false; reason: string } {
  const plain = text.replace(/[\s,;]*(?:extension|extn?|x|#)\.?\s*\d{1,6}\s*$/i, '')
  const parsed = parsePhone(plain)
  if (!parsed.ok || rejectedKinds.includes(parsed.kind)) return { ok: false, reason: PHONE_INVALID }
  return { ok: true, phone: plain === text ? parsed.e164 : text }
}

/** Validates the phone number apart, so that a form with other faults reports it too. */
export function contactFaults(body: unknown): Record<string, string> {
  const phone = typeof body === 'object' && body !== null && 'phone' in body ? body.phone : null
  if (typeof phone !== 'string' || phone.trim() === '') return {}
  const checked = contactPhone(phone)
  return checked.ok ? {} : { phone: checked.reason }
}
