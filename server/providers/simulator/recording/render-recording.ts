import { mixBlocks } from './mix.ts'
import { encodeMp3, type Mp3Encoder } from './mp3.ts'
import type { RecordingScore } from './score.ts'
import type { Speak } from './speech.ts'
import { measureWaveform, type Waveform } from './waveform.ts'

export interface RenderTools {
  speak: Speak
  encoder: Mp3Encoder
}

/** A checked score as MP3 with the peaks of its channels: the same score, the same bytes. */
export function renderRecording(
  score: RecordingScore,
  tools: RenderTools,
): { mp3: Buffer; waveform: Waveform } {
  const { waveform, listen } = measureWaveform(score.durationSeconds)
  const mp3 = encodeMp3(tools.encoder, listen(mixBlocks(score, tools.speak)), score.durationSeconds)
  return { mp3, waveform }
}
