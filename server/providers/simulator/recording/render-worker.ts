import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { loadMp3Encoder } from './mp3.ts'
import { renderRecording } from './render-recording.ts'
import type { RecordingScore } from './score.ts'
import { loadSpeech } from './speech.ts'
import type { Waveform } from './waveform.ts'

/** What the thread is asked: render a checked score into a file. */
export interface RenderJob {
  score: RecordingScore
  file: string
}

/** What it answers when the file is written. `sha256` is hex. */
export interface RenderedFile {
  bytes: number
  sha256: string
  waveform: Waveform
}

export interface RenderWorkerData {
  scratchFolder: string
}

if (parentPort === null) throw new Error('render-worker.ts runs in a worker thread only; use renderer.ts')
const port = parentPort
const { scratchFolder } = workerData as RenderWorkerData // render-thread.ts is the only one to start this
const tools = { speak: await loadSpeech(scratchFolder), encoder: await loadMp3Encoder() }

// A failure ends the thread: after a trap the synthesiser's state is not to be trusted.
port.on('message', async ({ score, file }: RenderJob) => {
  const { mp3, waveform } = renderRecording(score, tools)
  await writeFile(file, mp3)
  const sha256 = createHash('sha256').update(mp3).digest('hex')
  port.postMessage({ bytes: mp3.length, sha256, waveform } satisfies RenderedFile)
})
