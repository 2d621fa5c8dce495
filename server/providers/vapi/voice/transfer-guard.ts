// Decides from the transcript whether a call may be transferred. A request of the transfer tool proves nothing: a language
// model made it.

import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { interpret } from '#server/conversation/interpret.ts'
import { asksToStop, wishIn } from './stop-words.ts'

type Lines = readonly Pick<TranscriptLine, 'speaker' | 'text'>[]

/** Vapi's line for the key 0. */
const ZERO = /^User's Keypad Entry:\s*0/i

/** A sentence of the agent to which a yes is a request for a person. */
const OFFER =
  /\b(?:put|putting) you through\b|\b(?:transfer|connect)(?:ring|ing)? you\b|\b(?:speak|talk) (?:to|with) (?:a |an |some|one )|\ba (?:person|human|colleague)\b/i

/** Whether the person asked for a human, or accepted the offer of one, and has not opted out since. */
export function asksForPerson(lines: Lines): boolean {
  let isAsked = false
  let question = ''
  for (const { speaker, text } of lines) {
    if (speaker === 'agent') {
      question = text
      continue
    }
    const wish = personIn(text, question)
    if (wish !== null) isAsked = wish
    question = ''
  }
  return isAsked
}

/** @returns null: the words do not decide it */
function personIn(text: string, question: string): boolean | null {
  if (ZERO.test(text)) return true
  if (asksToStop(text)) return false
  if (wishIn(text)?.label === 'operator') return true
  if (!OFFER.test(question)) return null
  const { label } = interpret({ step: 'confirm', text, context: { about: 'link', ask: question } })
  return label === 'yes' ? true : label === 'no' ? false : null
}

/** Answer to the language model where the person has not asked. */
export const NOT_ASKED =
  'They have not asked for a person. Say: “Shall I put you through to a person?” Only after a clear yes transfer again.'
