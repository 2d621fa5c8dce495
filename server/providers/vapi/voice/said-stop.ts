import { cutText, singleLine } from '#contract/plain-text.ts'
import { interpret } from '#server/conversation/interpret.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'

/** Characters of an utterance that are stored. */
const MAX_WORDS = 1000

/** An opt-out in the words of a person, and the reading that shows why. @param key of the opt-out */
export function saidStop(key: string, said: string, at: Date): VoiceEvent[] {
  const text = cutText(singleLine(said), MAX_WORDS)
  const { label, evidence } = interpret({ step: 'menu', text })
  const reading = { meaning: 'option_4', value: null, answer: null, question: null } as const
  return [
    {
      ...{ key: `${key}:understood`, at, kind: 'understood', text, ...reading },
      evidence: label === 'option_4' ? evidence : [],
    },
    { key, at, kind: 'option', option: 'option_4', source: 'voice' },
  ]
}
