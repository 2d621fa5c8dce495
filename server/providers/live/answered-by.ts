import { cutText, singleLine } from '#contract/plain-text.ts'
import type { Answerer } from '#server/conversation/who-answered.ts'

/** Characters of an utterance that are stored. */
export const MAX_WORDS = 1000

/** The recognised answerer. The words of a mailbox or an announcement are not kept. */
export function answeredBy(who: Answerer, words: string | null) {
  const isKept = words && who !== 'voicemail' && who !== 'ivr'
  const text = isKept ? cutText(singleLine(words), MAX_WORDS) || null : null
  return { kind: 'answered_by', who, by: 'speech', text } as const
}
