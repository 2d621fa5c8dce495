import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { MessagePort } from 'node:worker_threads'
import { loadMp3Encoder } from './mp3.ts'
import { type RenderTools, renderRecording } from './render-recording.ts'
import type { RecordingScore } from './score.ts'
import { loadSpeech } from './speech.ts'
import type { Waveform } from './waveform.ts'

/** What the thread is asked: render a checked score into a file. */
export interface RenderJob {
  score: RecordingScore
  file: string
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

/** What it answers when the file is written. `sha256` is hex. */
export interface RenderedFile {
  bytes: number
  sha256: string
  waveform: Waveform
}

let tools: RenderTools | undefined

export async function perform({ score, file, scratchFolder, port }: RenderTask): Promise<RenderedFile> {
  tools ??= { speak: await loadSpeech(scratchFolder), encoder: await loadMp3Encoder() }
  const { mp3, waveform } = renderRecording(score, tools, (sound, waveformNow) => {
    port.postMessage({ sound, waveform: waveformNow } satisfies RenderedPart)
  })
  port.close()
  await writeFile(file, mp3)
  return { bytes: mp3.length, sha256: createHash('sha256').update(mp3).digest('hex'), waveform }
}
