import type { ScriptReader } from '../ports/speech.ts'
import type { RecordingRenderer } from './recording/renderer.ts'
import { MAX_RECORDING_SECONDS, type SpokenLine, voiceFor } from './recording/score.ts'
import { speechSeconds } from './recording/spoken-text.ts'

/** Between the answer and the first word, and between two passages. */
const BREATH_SECONDS = 0.6
/** Selects a caller's voice, which is not heard. */
const SEED = 1

export function createScriptReader(renderer: RecordingRenderer): ScriptReader {
  return {
    seconds: (passages) => Math.round(endOf(linesOf(passages))),
    read({ passages, personality }) {
      const lines = linesOf(passages)
      return renderer.render({
        seed: SEED,
        voice: voiceFor(personality),
        durationSeconds: Math.min(MAX_RECORDING_SECONDS, Math.ceil(endOf(lines))),
        lines,
      })
    },
  }
}

function linesOf(passages: readonly string[]): SpokenLine[] {
  let at = BREATH_SECONDS
  return passages
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const line: SpokenLine = { at, speaker: 'agent', text }
      at += speechSeconds(text) + BREATH_SECONDS
      return line
    })
}

function endOf(lines: readonly SpokenLine[]): number {
  const last = lines.at(-1)
  return last ? last.at + speechSeconds(last.text) + BREATH_SECONDS : 0
}
