// Decides whether a number may be released, and whether calls may go out from it.

import type { PhoneNumber, VendorNumber } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import { dateText } from '#server/calendar/words.ts'

/**
 * Why the number has to be kept; null if it may be released.
 * @param usedBy the vendor that calls from this number
 */
export function reasonToKeep(number: Pick<PhoneNumber, 'keptUntil'>, usedBy: VendorId | null): string | null {
  if (usedBy)
    return `Calls through ${vendorFacts[usedBy].label} go out from this number. Choose another one to call from before you release it.`
  if (number.keptUntil === null) return null
  return `Somebody who was called from this number may still call back: a number has to stay reachable for 30 days after its last call. It can be released after ${dateText(number.keptUntil)}.`
}

/** Why calls cannot go out from a number; null if they can. */
export function reasonNotToCall({
  phoneNumber,
  voice,
  state,
}: Pick<VendorNumber, 'phoneNumber' | 'voice' | 'state'>): string | null {
  if (phoneNumber === null) return 'This is an address and no phone number: nobody could call it back.'
  if (!voice) return 'This number cannot make calls.'
  if (state === 'blocked') return 'The vendor has blocked this number. Contact its support.'
  if (state === 'activating') return 'The vendor is still setting this number up. Try again in a few minutes.'
  return null
}
