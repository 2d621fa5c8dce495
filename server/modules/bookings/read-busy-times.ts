import { Worker } from 'node:worker_threads'
import type { BusyRequest } from './busy-times.rules.ts'
import type { BusyAnswer } from './busy-times.thread.ts'

const TIMEOUT_MS = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Reads a calendar in a thread of its own: a file made to keep us busy or to fill our memory ends with it. */
export async function readInThread(
  request: BusyRequest,
  timeoutMs: number = TIMEOUT_MS,
): Promise<BusyAnswer> {
  const worker = new Worker(new URL('./busy-times.thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits,
  })
  const { promise, resolve } = Promise.withResolvers<BusyAnswer>()
  const timer = setTimeout(() => resolve({ ok: false, reason: 'It took too long to read.' }), timeoutMs)
  worker.once('message', resolve)
  worker.once('error', () => resolve({ ok: false, reason: 'It is too large to read.' }))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
