import { NO_PHONE_NUMBERS } from '#contract/phone-messages.ts'
import { ApiError } from '#web/api/api-error.ts'

export const CALL_FAILED_FALLBACK =
  'Unable to initiate test call. Please check your phone number configuration.'
const EXAMPLE = '+61 491 570 156'

/** What providers say, in their own and in our words, and what it means for the person who pressed Test call. */
const meanings: readonly { says: RegExp; text: string }[] = [
  { says: /no phone numbers? (?:is |are )?(?:available|configured)/i, text: NO_PHONE_NUMBERS },
  {
    says: /unverified|not (?:yet )?verified/i,
    text: 'This phone number is not verified. Please verify it in the console of your telephony provider, then try again.',
  },
  {
    says: /trial account/i,
    text: 'Your telephony account is a trial account: it can only call verified numbers. Upgrade it to call this number.',
  },
  {
    says: /match(?:es)? the (?:expected )?pattern|pattern mismatch|not a valid phone number/i,
    text: `Invalid phone number format. Please use international format (e.g., ${EXAMPLE}).`,
  },
]

/** The text of the toast 'Call failed' for a server's message, with or without its three-digit status in front. */
export function callFailedText(message: string | null | undefined): string {
  const raw = message?.trim() ?? ''
  const meaning = meanings.find(({ says }) => says.test(raw))
  if (meaning) return meaning.text
  return raw.replace(/^\d{3}(?::\s*|\s+|$)/, '').trim() || CALL_FAILED_FALLBACK
}

/** As above for whatever a failed call threw; a fault of the server says nothing that helps. */
export function callFailedMessage(error: unknown): string {
  const isTold = error instanceof ApiError && error.code !== 'internal'
  return callFailedText(isTold ? error.message : null)
}
