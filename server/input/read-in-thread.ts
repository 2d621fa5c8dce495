import { createWorkerThread, ThreadTimeout, type WorkerThread } from '#server/platform/worker-thread.ts'

const TIMEOUT_MS = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Why the file was not read, to be shown to people. */
export interface NotRead {
  ok: false
  reason: string
}

/**
 * Reads a file from outside in a thread of its own, so that a malicious file can exhaust only that thread's time and memory.
 * @param file exports `perform`, which answers the task
 */
export async function readInThread<Task, Answer>(
  file: URL,
  task: Task,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Answer | NotRead> {
  const thread = createWorkerThread<Task, Answer>({ file, resourceLimits, idleMs: 0 })
  try {
    return await runIn(thread, task, timeoutMs)
  } finally {
    await thread.close()
  }
}

/** As readInThread for files that are read often: the thread stays for a while, and takes one file after the other. */
export function createThreadReader<Task, Answer>(
  file: URL,
  idleMs: number,
): (task: Task) => Promise<Answer | NotRead> {
  const thread = createWorkerThread<Task, Answer>({ file, resourceLimits, idleMs })
  return (task) => runIn(thread, task, TIMEOUT_MS)
}

async function runIn<Task, Answer>(
  thread: WorkerThread<Task, Answer>,
  task: Task,
  timeoutMs: number,
): Promise<Answer | NotRead> {
  try {
    return await thread.run(async () => ({ task }), timeoutMs)
  } catch (error) {
    const timedOut = error instanceof ThreadTimeout
    return { ok: false, reason: timedOut ? 'It took too long to read.' : 'It is too large to read.' }
  }
}
