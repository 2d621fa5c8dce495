// Decides whether a number may be given back.

import type { PhoneNumber, VendorId } from '#contract/telephony.ts'
import { dateText } from '#server/calendar/words.ts'

const settings: Record<VendorId, string> = { twilio: 'TWILIO_FROM', vapi: 'VAPI_PHONE_NUMBER_ID' }

/**
 * Why it has to be kept; null: it may go.
 * @param usedBy the vendor whose calls go out from it
 */
export function whyKept(number: Pick<PhoneNumber, 'keptUntil'>, usedBy: VendorId | null): string | null {
  if (usedBy)
    return `Calls go out from this number. Set ${settings[usedBy]} to another one and restart before you release it.`
  if (number.keptUntil === null) return null
  return `Somebody who was called from this number may still call back: a number has to stay reachable for 30 days after its last call. It can be released after ${dateText(number.keptUntil)}.`
}
