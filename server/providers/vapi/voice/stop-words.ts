// Detects a plain request not to be called. The prompt also demands it; this works even where the voice does not obey.

import { readOptOut } from '#server/conversation/opt-out/opt-out.ts'

const CONDITION = /\b(?:if|when|before|once|does|do|should) (?:i|we|you) (?:\w+ )?press/
const KEY = /\b(?:press(?:ed|ing)?|option|number) (?:four|4)\b/

/** Characters of an utterance; the greeting of a machine is longer. */
const MAX_UTTERANCE = 200

/** @param utterance as transcribed. When in doubt the result is false, and the voice asks. */
export function asksToStop(utterance: string): boolean {
  if (utterance.length > MAX_UTTERANCE) return false
  const text = utterance.toLowerCase()
  return readOptOut(text) === 'opt_out' || (KEY.test(text) && !CONDITION.test(text))
}

/** Whether an utterance may be a request not to be called, without being a plain one. */
export const mayAskToStop = (utterance: string): boolean =>
  utterance.length <= MAX_UTTERANCE && !asksToStop(utterance) && readOptOut(utterance) === 'unclear'
