import { TRIAL_LIMIT } from '#contract/brokers/phone-messages.ts'
import type { VendorFault } from '#server/providers/live/fault.ts'

const COMPLIANCE = "in Twilio's console, under Phone Numbers, Regulatory Compliance"

/** The message for each code with which Twilio refuses an order. */
const sentences: Readonly<Record<string, string>> = {
  '21631': 'This number needs the address of your business in Australia. Enter it, or choose one.',
  '21615':
    'This number needs an address of your business within its area. Enter one, or choose another area code.',
  '21628': 'The address does not fit this number. Enter the address of your business in Australia.',
  '21649': `This number needs an approved regulatory bundle. Create one ${COMPLIANCE}, and try again once it is approved.`,
  '21650': `Twilio has not approved this bundle, or it is for other numbers. See what is missing ${COMPLIANCE}.`,
  '21651': `The address does not match the bundle. Choose the bundle's own address, or change the bundle ${COMPLIANCE}.`,
  '21422': 'Somebody else has just taken that number. Try again to get another one.',
  '21421': 'Twilio does not rent out that number. Try again to get another one.',
  '21452': 'Twilio currently has no number in that area. Try another area code.',
  '21404': TRIAL_LIMIT,
}

export function refusedOrder({ code, message }: VendorFault): string {
  return (code !== null && sentences[code]) || message
}
