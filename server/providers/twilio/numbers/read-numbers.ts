import type { Twilio } from 'twilio'
import type { VendorFault } from '#server/providers/live/fault.ts'
import { NumberRefused } from '#server/providers/ports/numbers.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'

/** The answer to a question that changes nothing. @throws NumberRefused */
export async function read<T>(parts: TwilioParts, work: (client: Twilio) => Promise<T>): Promise<T> {
  const asked = await askTwilio(parts, work)
  if (asked.ok) return asked.value
  throw refusedReading(asked.fault)
}

export function refusedReading(fault: VendorFault): NumberRefused {
  if (fault.status === 404) return new NumberRefused('unknown', UNKNOWN_NUMBER)
  if (fault.kind === 'refused') return new NumberRefused('refused', fault.message)
  return new NumberRefused('unavailable', laterSentence(fault))
}

/** Why it may work later. */
export function laterSentence({ kind, status, message }: VendorFault): string {
  if (kind === 'unclear') return 'Twilio did not answer clearly. Try again in a minute.'
  // busy without an answer: the breaker has not let it through
  return kind === 'busy' && status === null
    ? `Twilio is paused after repeated errors. Its last error: ${message}`
    : message
}

const UNKNOWN_NUMBER = 'Your Twilio account has no such number any more. Reload the list.'
