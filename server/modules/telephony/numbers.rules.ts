// Decides whether a number may be released.

import type { PhoneNumber, VendorId } from '#contract/telephony.ts'
import { dateText } from '#server/calendar/words.ts'

const settings: Record<VendorId, string> = { twilio: 'TWILIO_FROM', vapi: 'VAPI_PHONE_NUMBER_ID' }

/**
 * Why the number has to be kept; null if it may be released.
 * @param usedBy the vendor that calls from this number
 */
export function reasonToKeep(number: Pick<PhoneNumber, 'keptUntil'>, usedBy: VendorId | null): string | null {
  if (usedBy)
    return `Calls go out from this number. Set ${settings[usedBy]} to another one and restart before you release it.`
  if (number.keptUntil === null) return null
  return `Somebody who was called from this number may still call back: a number has to stay reachable for 30 days after its last call. It can be released after ${dateText(number.keptUntil)}.`
}
