import { NO_PHONE_NUMBERS, NUMBER_PATTERN, NUMBER_UNVERIFIED, TRIAL_LIMIT } from '#contract/phone-messages.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'

export const CALL_FAILED_FALLBACK =
  'Unable to initiate test call. Please check your phone number configuration.'
const DASHBOARD_FALLBACK = 'Failed to initiate test call. Please check your phone number and try again.'

/** Where a test call was started: the dashboard shows the server's own words, the other screens what they mean. */
export type TestCallScreen = 'dashboard' | 'brokers' | 'settings'

/** What the server and the vendors say, and what it means for the person who pressed Test call. The first that fits. */
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

/** What a server's message means, with or without its three-digit status in front. */
export function callFailedText(message: string | null | undefined): string {
  const raw = message?.trim() ?? ''
  const meaning = meanings.find(({ says }) => says.test(raw))
  if (meaning) return meaning.text
  return raw.replace(/^\d{3}(?::\s*|\s+|$)/, '').trim() || CALL_FAILED_FALLBACK
}

/** The toast of a test call that did not come about. */
export function testCallFailure(error: unknown, screen: TestCallScreen): { title: string; message: string } {
  if (screen === 'dashboard') {
    return { title: 'Test Call Failed', message: messageOf(error, DASHBOARD_FALLBACK) }
  }
  // a fault of the server says nothing that helps
  const isTold = error instanceof ApiError && error.code !== 'internal'
  return { title: 'Call failed', message: callFailedText(isTold ? error.message : null) }
}
