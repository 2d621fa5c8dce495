import { mixBlocks } from './mix.ts'
import { type Mp3Encoder, mp3Parts } from './mp3.ts'
import type { RecordingScore } from './score.ts'
import type { Speak } from './speech.ts'
import { measureWaveform, type Waveform } from './waveform.ts'

export interface RenderTools {
  speak: Speak
  encoder: Mp3Encoder
}

/**
 * A checked score as MP3 with the peaks of its channels: the same score, the same bytes.
 * @param onPart hears of each part as it is made
 */
export function renderRecording(
  score: RecordingScore,
  tools: RenderTools,
  onPart?: (sound: Buffer, waveform: Waveform) => void,
): { mp3: Buffer; waveform: Waveform } {
  const { waveform, listen } = measureWaveform(score.durationSeconds)
  const parts: Buffer[] = []
  for (const part of mp3Parts(tools.encoder, listen(mixBlocks(score, tools.speak)), score.durationSeconds)) {
    parts.push(part)
    onPart?.(part, waveform)
  }
  return { mp3: Buffer.concat(parts), waveform }
}
