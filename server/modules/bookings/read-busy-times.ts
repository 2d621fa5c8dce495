import { createWorkerThread, ThreadTimeout } from '#server/platform/worker-thread.ts'
import type { BusyRequest } from './busy-times.rules.ts'
import type { BusyAnswer } from './busy-times.thread.ts'

const TIMEOUT_MS = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Reads a calendar in a thread of its own: a file made to keep us busy or to fill our memory ends with it. */
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
    const late = error instanceof ThreadTimeout
    return { ok: false, reason: late ? 'It took too long to read.' : 'It is too large to read.' }
  } finally {
    await thread.close()
  }
}
