import { waveformOf } from '#server/providers/live/waveform.ts'
import type { Waveform } from '#server/providers/ports/voice.ts'
import { mixSound } from './mix.ts'
import { encodeMp3, loadMp3Encoder, type Mp3Encoder } from './mp3.ts'
import type { RecordingScore } from './score.ts'
import { loadSpeech, type Speak } from './speech.ts'

export interface RenderTask {
  score: RecordingScore
  /** The same for every task of the thread. */
  scratchFolder: string
  /** Shared with the process: the fraction done, below 1. */
  progress: Float32Array
}

export interface Rendered {
  mp3: Uint8Array
  waveform: Waveform
}

/** Shares of the time of a rendering; the waveform takes the rest. */
const SPEAKING = 0.6
const ENCODING = 0.3

let tools: { speak: Speak; encoder: Mp3Encoder } | undefined

export async function perform({ score, scratchFolder, progress }: RenderTask): Promise<Rendered> {
  tools ??= { speak: await loadSpeech(scratchFolder), encoder: await loadMp3Encoder() }
  const sound = mixSound(score, tools.speak, (done) => {
    progress[0] = SPEAKING * done
  })
  const mp3 = encodeMp3(tools.encoder, sound, (done) => {
    progress[0] = SPEAKING + ENCODING * done
  })
  return { mp3, waveform: await waveformOf(mp3) }
}
