/** Decides whether a booking's contact number and start time are acceptable. */
import { PHONE_INVALID } from '#contract/phone-messages.ts'
import { isBusinessDay, sydneyDate } from '#server/calendar/days.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { meetsNotice } from './slots.rules.ts'

export const PAST = 'This time has passed. Choose another one.'
export const TOO_SOON = 'Choose a time at least 2 hours from now.'
export const NO_SUCH_TIME = 'There are no meetings at this time. Choose one of the times shown.'
export const OWN_MEETING = 'You already have a meeting at this time. Choose another time.'
export const ROBOT =
  'This form seems to have been filled in by a program. Reload the page and fill it in yourself, or call us to book.'

/** Why nobody can book this start, whatever the calendars hold; null: the calendars decide. */
export function startProblem(start: Date, now: Date): string | null {
  if (start <= now) return PAST
  if (!meetsNotice(start.getTime(), now)) return TOO_SOON
  return isBusinessDay(sydneyDate(start)) ? null : NO_SUCH_TIME
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
