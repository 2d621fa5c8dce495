import {
  NO_PHONE_NUMBERS,
  NUMBER_PATTERN,
  NUMBER_UNVERIFIED,
  TRIAL_LIMIT,
} from '#contract/brokers/phone-messages.ts'
import { messageOf } from '#web/api/api-error.ts'

export const CALL_FAILED_FALLBACK =
  'Unable to initiate test call. Please check your phone number configuration.'
const DASHBOARD_FALLBACK = 'Failed to initiate test call. Please check your phone number and try again.'

/** Where a test call was started: the dashboard shows the server's message, other screens explain it. */
export type TestCallScreen = 'dashboard' | 'brokers' | 'settings'

/** Messages of server and providers, with the text for the user instead. The first match counts. */
const meanings: readonly { says: RegExp; text: string }[] = [
  { says: /no (?:outgoing )?phone numbers? (?:is |are )?(?:available|configured)/i, text: NO_PHONE_NUMBERS },
  {
    says: /\bunverified\b|\bnot (?:yet |been )?verified\b/i,
    text: NUMBER_UNVERIFIED,
  },
  {
    says: /\btrial accounts?\b/i,
    text: TRIAL_LIMIT,
  },
  {
    says: /match(?:es)? the (?:expected )?pattern|pattern mismatch|invalid phone number format|(?:is )?not a valid phone number/i,
    text: NUMBER_PATTERN,
  },
]

/** Explains a server message, with or without a leading three-digit status. */
export function callFailedText(message: string | null | undefined): string {
  const raw = message?.trim() ?? ''
  const meaning = meanings.find(({ says }) => says.test(raw))
  if (meaning) return meaning.text
  return raw.replace(/^\d{3}(?::\s*|\s+|$)/, '').trim() || CALL_FAILED_FALLBACK
}

/** The toast for a test call that could not be started. */
export function testCallFailure(error: unknown, screen: TestCallScreen): { title: string; message: string } {
  if (screen === 'dashboard') {
    return { title: 'Test Call Failed', message: messageOf(error, DASHBOARD_FALLBACK) }
  }
  // a server error has no helpful message
  return { title: 'Call failed', message: callFailedText(messageOf(error, '')) }
}
