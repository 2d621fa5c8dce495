import type { CallbackTime } from '../reading.ts'
import { coreOf, normalise } from '../text/normalise.ts'
import { callbackTime } from './callback-time.ts'

const MAX_CHARACTERS = 2000

/** The time that words name for a call, in any step of a conversation. @returns null where they name none */
export function readCallbackTime(text: string, now: Date, zone: string): CallbackTime | null {
  return callbackTime(coreOf(normalise(text.slice(0, MAX_CHARACTERS))), now, zone)
}
