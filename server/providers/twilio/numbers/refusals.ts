import { TRIAL_LIMIT } from '#contract/phone-messages.ts'
import type { VendorFault } from '#server/providers/live/fault.ts'

const COMPLIANCE = "in Twilio's console, under Phone Numbers, Regulatory Compliance"

/** What Twilio says when it does not rent a number out, and what to do. */
const sentences: Readonly<Record<string, string>> = {
  '21631': 'Such a number needs the address of your business in Australia. Enter it, or choose one.',
  '21615':
    'Such a number needs the address of your business within its area. Enter that one, or choose another area code.',
  '21628': 'The address does not fit this number. Enter the address of your business in Australia.',
  '21649': `Such a number needs an approved regulatory bundle. Make one ${COMPLIANCE}, and come back when it is approved.`,
  '21650': `Twilio has not approved this bundle, or it is for other numbers. See what it lacks ${COMPLIANCE}.`,
  '21651': `The address is not the one of the bundle. Choose the bundle's own address, or change the bundle ${COMPLIANCE}.`,
  '21422': 'Somebody else has just taken that number. Try again to get another one.',
  '21421': 'Twilio does not rent out that number. Try again to get another one.',
  '21452': 'Twilio has no number of that area now. Try another area code.',
  '21404': TRIAL_LIMIT,
}

export function refusedOrder({ code, message }: VendorFault): string {
  return (code !== null && sentences[code]) || message
}
