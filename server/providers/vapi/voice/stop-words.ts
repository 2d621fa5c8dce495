// Reads the transcript for requests that the prompt also demands to be met; this works even where the voice does not obey.

import { interpret } from '#server/conversation/interpret.ts'
import type { Reading } from '#server/conversation/reading.ts'

/** Readings by utterance: each message of a call brings all of its earlier lines again. */
const readings = new Map<string, Reading | null>()
const MAX_READINGS = 2000

/** Null for the words of a machine, which has no wishes. */
export function wishIn(utterance: string): Reading | null {
  const known = readings.get(utterance)
  if (known !== undefined) return known
  if (readings.size >= MAX_READINGS) readings.clear()
  const reading = readWish(utterance)
  readings.set(utterance, reading)
  return reading
}

function readWish(utterance: string): Reading | null {
  const answerer = interpret({ step: 'greeting', text: utterance })
  if (answerer.optOut === 'clear') return answerer
  const isMachine = ['machine', 'screener', 'carrier_challenge'].includes(answerer.label)
  return isMachine ? null : interpret({ step: 'menu', text: utterance })
}

/** @param utterance as transcribed. When in doubt the result is false, and the voice asks. */
export const asksToStop = (utterance: string): boolean => wishIn(utterance)?.optOut === 'clear'

/** Whether an utterance may be a request not to be called, without being a plain one. */
export const mayAskToStop = (utterance: string): boolean => wishIn(utterance)?.optOut === 'possible'

/** Whether the person declines the recording. */
export const declinesRecording = (utterance: string): boolean => wishIn(utterance)?.label === 'record_off'

/** A goodbye as the last words of an utterance. */
const GOODBYE =
  /(?:^|[\s,.;!])(?:good ?bye|bye|hooroo|cheerio|ta ta|see (?:you|ya)|(?:talk|speak) (?:soon|later))(?:[\s,]+(?:bye|then|now|later|for now|mate))*[\s.!]*$/i
const END_CALL = /\b(?:hang up|end (?:the|this|your) call)\b/i
const NOT = /\b(?:don['’]?t|do not|before|didn['’]?t|why|if)\b/i
const PARTING = new Set<string>(['ack', 'no', 'busy_now', 'unclear', 'hold_on'])

/** Whether the person ends the conversation and wants nothing else. */
export function saysGoodbye(utterance: string): boolean {
  if (!GOODBYE.test(utterance) && (!END_CALL.test(utterance) || NOT.test(utterance))) return false
  return PARTING.has(wishIn(utterance)?.label ?? 'machine')
}
