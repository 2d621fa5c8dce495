import type { Twilio } from 'twilio'
import type { VendorFault } from '#server/providers/live/fault.ts'
import { NumberRefused } from '#server/providers/ports/numbers.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'

/** Runs a request that is safe to repeat. @throws NumberRefused */
export async function read<T>(parts: TwilioParts, work: (client: Twilio) => Promise<T>): Promise<T> {
  const answer = await askTwilio(parts, work)
  if (answer.ok) return answer.value
  throw refusedReading(answer.fault)
}

export function refusedReading(fault: VendorFault): NumberRefused {
  if (fault.status === 404) return new NumberRefused('unknown', UNKNOWN_NUMBER)
  if (fault.kind === 'refused') return new NumberRefused('refused', fault.message)
  return new NumberRefused('unavailable', laterSentence(fault))
}

/** Why a later attempt may succeed. */
export function laterSentence({ kind, status, message }: VendorFault): string {
  if (kind === 'unclear') return 'Twilio did not answer clearly. Try again in a minute.'
  // busy without a status: the breaker blocked the request
  return kind === 'busy' && status === null
    ? `Twilio is paused after repeated errors. Its last error: ${message}`
    : message
}

const UNKNOWN_NUMBER = 'Your Twilio account no longer has this number. Reload the list.'
