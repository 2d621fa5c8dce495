import type { Twilio } from 'twilio'
import type { VendorFault } from '../../vendors/fault.ts'
import { aboutRequestAlone, twilioFault } from '../../vendors/twilio/faults.ts'
import type { TwilioParts } from '../../vendors/twilio/parts.ts'
import { NumberRefused } from '../port.ts'

export type Asked<T> = { ok: true; value: T } | { ok: false; fault: VendorFault }

/** Asks Twilio once, unless it rests. What went wrong is told in our own words, without a secret. */
export async function askTwilio<T>(
  { breaker, client, now }: Pick<TwilioParts, 'breaker' | 'client' | 'now'>,
  work: (client: Twilio) => Promise<T>,
): Promise<Asked<T>> {
  const resting = await breaker.enter()
  if (resting) return { ok: false, fault: faultOfRest(resting.reason) }
  try {
    const value = await work(client)
    await breaker.succeeded()
    return { ok: true, value }
  } catch (error) {
    const fault = twilioFault(error, now())
    await (aboutRequestAlone(fault) ? breaker.succeeded() : breaker.failed(fault))
    return { ok: false, fault }
  }
}

function faultOfRest(reason: string): VendorFault {
  const message = `Twilio is not asked just now, after it failed. It last said: ${reason}`
  return { kind: 'unsent', status: null, code: null, message, retryAfterSeconds: null }
}

/** The answer to a question that changes nothing. @throws NumberRefused */
export async function read<T>(parts: TwilioParts, work: (client: Twilio) => Promise<T>): Promise<T> {
  const asked = await askTwilio(parts, work)
  if (asked.ok) return asked.value
  throw refusedReading(asked.fault)
}

export function refusedReading({ kind, status, message }: VendorFault): NumberRefused {
  if (status === 404) return new NumberRefused('unknown', UNKNOWN_NUMBER)
  if (kind === 'refused') return new NumberRefused('refused', message)
  return new NumberRefused(
    'unavailable',
    kind === 'unclear' ? 'Twilio did not answer clearly. Try again in a minute.' : message,
  )
}

export const UNKNOWN_NUMBER = 'Your Twilio account has no such number any more. Load the list anew.'
