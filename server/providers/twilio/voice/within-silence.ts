import { setTimeout as sleep } from 'node:timers/promises'

/** The line is silent meanwhile. Less than the timeout after which Twilio repeats a callback. */
const MAX_SILENCE_MS = 2500

/** The result of the work, or `otherwise` where it takes too long. */
export async function withinSilence<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const limit = new AbortController()
  const late = sleep(MAX_SILENCE_MS, otherwise, { signal: limit.signal, ref: false }).catch(() => otherwise)
  try {
    return await Promise.race([work, late])
  } finally {
    limit.abort()
  }
}
