// The spoken lines of a call in our terms, and the other way round. Pure.

import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { VapiCall, VapiLine } from '../message.ts'
import { spokenText } from './answerer.ts'

const MAX_LINES = 2000

export function transcriptLines(call: VapiCall, lines: readonly VapiLine[]): TranscriptLine[] {
  const spoken = lines.flatMap(spokenLine).slice(0, MAX_LINES)
  return spoken.length > 0 ? spoken : fromText(call.artifact?.transcript ?? '')
}

/** A spoken line as Vapi sends it. */
export const lineOf = ({ speaker, text, at }: TranscriptLine): VapiLine => ({
  ...{ role: speaker === 'caller' ? 'user' : 'bot', message: text, secondsFromStart: at },
})

/** A line of speech; none for other lines. */
export function spokenLine({ role, message, secondsFromStart }: VapiLine): TranscriptLine[] {
  const speaker = role === 'user' ? 'caller' : role === 'bot' || role === 'assistant' ? 'agent' : null
  const text = spokenText(message ?? '')
  if (!speaker || !text) return []
  return [{ at: Math.max(0, Math.round((secondsFromStart ?? 0) * 10) / 10), speaker, text }]
}

/** Parses 'AI: Hello.\nUser: Yes?', for calls without separate lines. */
function fromText(transcript: string): TranscriptLine[] {
  return transcript
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((row) => {
      const [, speaker, text] = /^(AI|Assistant|Bot|User|Customer): (.+)$/i.exec(row.trim()) ?? []
      if (!speaker || !text) return []
      return spokenLine({ role: /^(user|customer)$/i.test(speaker) ? 'user' : 'bot', message: text })
    })
}
