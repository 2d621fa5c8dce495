import { createHash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import { loadMp3Encoder } from './mp3.ts'
import { type RenderTools, renderRecording } from './render-recording.ts'
import type { RecordingScore } from './score.ts'
import { loadSpeech } from './speech.ts'
import type { Waveform } from './waveform.ts'

/** What the thread is asked: render a checked score. */
export interface RenderJob {
  score: RecordingScore
}

/** Sent through the job's port as it is made, from the front. */
export interface RenderedPart {
  sound: Uint8Array
  /** Of all that was made. */
  waveform: Waveform
}

export interface RenderTask extends RenderJob {
  /** The same for every job of the thread. */
  scratchFolder: string
  /** Takes the parts, and is closed behind the last. */
  port: MessagePort
}

/** What it answers. `sha256` is hex. */
export interface Rendered {
  mp3: Uint8Array
  bytes: number
  sha256: string
  waveform: Waveform
}

let tools: RenderTools | undefined

export async function perform({ score, scratchFolder, port }: RenderTask): Promise<Rendered> {
  tools ??= { speak: await loadSpeech(scratchFolder), encoder: await loadMp3Encoder() }
  const { mp3, waveform } = renderRecording(score, tools, (sound, waveformNow) => {
    port.postMessage({ sound, waveform: waveformNow } satisfies RenderedPart)
  })
  port.close()
  return { mp3, bytes: mp3.length, sha256: createHash('sha256').update(mp3).digest('hex'), waveform }
}
