import { createWorkerThread, ThreadTimeout } from '#server/platform/worker-thread.ts'
import type { BusyRequest } from './busy-times.rules.ts'
import type { BusyAnswer } from './busy-times.thread.ts'

const TIMEOUT_MS = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Reads a calendar in a separate thread, so that a malicious file can exhaust only that thread's time and memory. */
export async function readInThread(
  request: BusyRequest,
  timeoutMs: number = TIMEOUT_MS,
): Promise<BusyAnswer> {
  const thread = createWorkerThread<BusyRequest, BusyAnswer>({
    file: new URL('./busy-times.thread.ts', import.meta.url),
    resourceLimits,
    idleMs: 0,
  })
  try {
    return await thread.run(async () => ({ task: request }), timeoutMs)
  } catch (error) {
    const timedOut = error instanceof ThreadTimeout
    return { ok: false, reason: timedOut ? 'It took too long to read.' : 'It is too large to read.' }
  } finally {
    await thread.close()
  }
}
