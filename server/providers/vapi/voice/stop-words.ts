// Detects a plain request not to be called. The prompt also demands it; this works even where the voice does not obey.

import { readOptOut } from '#server/input/opt-out.ts'

const CONDITION = /\b(?:if|when|before|once|does|do|should) (?:i|we|you) (?:\w+ )?press/
const KEY = /\b(?:press(?:ed|ing)?|option|number) (?:four|4)\b/

/** @param utterance as transcribed. When in doubt the answer is no, and the voice asks. */
export function asksToStop(utterance: string): boolean {
  // a machine's greeting is long
  if (utterance.length > 200) return false
  const text = utterance.toLowerCase()
  return readOptOut(text) === 'opt_out' || (KEY.test(text) && !CONDITION.test(text))
}
