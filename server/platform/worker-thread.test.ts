import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Misdeed } from '#test/misbehaving.thread.ts'
import { PATIENCE } from '#test/patience.ts'
import {
  createWorkerThread,
  ThreadClosed,
  ThreadFailed,
  ThreadTimeout,
  type WorkerThread,
  type WorkerThreadOptions,
} from './worker-thread.ts'

const open: WorkerThread<Misdeed, number>[] = []
afterEach(async () => {
  for (const thread of open.splice(0)) await thread.close()
})

function start(options: Partial<WorkerThreadOptions> = {}) {
  const thread = createWorkerThread<Misdeed, number>({
    file: new URL('../../test/misbehaving.thread.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    idleMs: 60_000,
    ...options,
  })
  open.push(thread)
  return {
    close: thread.close,
    run: (misdeed: Misdeed, timeoutMs = 15_000) => thread.run(async () => ({ task: misdeed }), timeoutMs),
    prepare: thread.run,
  }
}

describe('a worker thread', () => {
  it('does one task after the other and keeps what it has in between', async () => {
    const { run } = start()
    expect(await Promise.all([run('none'), run('none'), run('none')])).toEqual([1, 2, 3])
  })

  it.each<[Misdeed, typeof ThreadTimeout, string, number?]>([
    ['hang', ThreadTimeout, 'no answer within 300 ms', 300],
    ['sleep', ThreadTimeout, 'no answer within 300 ms', 300],
    ['memory', ThreadFailed, 'memory limit'],
    ['exit', ThreadFailed, 'code: 3'],
    ['throw', ThreadFailed, 'out of range'],
  ])('that does %s is ended, and the next task has a new one', async (misdeed, kind, message, timeoutMs) => {
    const onEnd = vi.fn()
    const { run } = start({ onEnd })
    await run('none')
    const failed = run(misdeed, timeoutMs)
    const next = run('none')
    await expect(failed).rejects.toThrow(kind)
    await expect(failed).rejects.toThrow(message)
    expect(onEnd).toHaveBeenCalled()
    expect(await next).toBe(1)
  })

  it('that dies before it is ready fails its task at once', async () => {
    const { run } = start({ file: new URL('file:///nowhere/missing.thread.ts') })
    const began = performance.now()
    await expect(run('none')).rejects.toThrow(ThreadFailed)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('stays as it is where a task cannot be prepared', async () => {
    const { run, prepare } = start()
    await run('none')
    await expect(prepare(() => Promise.reject(new Error('no such file')), 1000)).rejects.toThrow(
      'no such file',
    )
    expect(await run('none')).toBe(2)
  })

  it('ends when nothing was asked of it for a while, and starts again when asked', async () => {
    const onEnd = vi.fn()
    const { run } = start({ idleMs: 1, onEnd })
    await run('none')
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalled(), PATIENCE)
    expect(await run('none')).toBe(1)
  })

  it('that is closed rejects what is under way, what waits and what comes', async () => {
    const { run, close } = start()
    await run('none')
    const tasks = [run('hang'), run('none')]
    const rejected = Promise.all(tasks.map((task) => expect(task).rejects.toThrow(ThreadClosed)))
    await close()
    await rejected
    await expect(run('none')).rejects.toThrow('The server is stopping.')
  })
})
