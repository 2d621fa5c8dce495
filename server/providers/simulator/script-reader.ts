import type { ScriptReader } from '../ports/speech.ts'
import { createRecordingRenderer } from './recording/renderer.ts'
import { MAX_RECORDING_SECONDS, type SpokenLine, voiceFor } from './recording/score.ts'
import { speechSeconds } from './recording/spoken-text.ts'

/** Between the answer and the first word, and between two passages. */
const BREATH_SECONDS = 0.6
/** Of the line's ambience: the same for every script. */
const SEED = 1
const OPTIONS = { maxCacheBytes: 16_000_000, keptMs: 10 * 60_000 }

/** Uses its own thread, so that a long script does not delay recordings of calls. */
export function createScriptReader(): ScriptReader & { close(): Promise<void> } {
  const renderer = createRecordingRenderer(OPTIONS)
  return {
    seconds: (passages) => Math.round(endOf(linesOf(passages))),
    read({ passages, personality }) {
      const lines = linesOf(passages)
      return renderer.open({
        seed: SEED,
        voice: voiceFor(personality),
        durationSeconds: Math.min(MAX_RECORDING_SECONDS, Math.ceil(endOf(lines))),
        lines,
      })
    },
    close: renderer.close,
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
