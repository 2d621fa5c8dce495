import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Log } from './log.ts'
import { createLoop, createStarter, type Loop, type LoopOptions } from './loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A loop that counts its turns and log lines. */
function counted(options: Partial<LoopOptions<{ log: Log }>> = {}) {
  const seen = { turns: 0, logged: [] as string[] }
  const note = (_fields: object, text: string) => void seen.logged.push(text)
  const log = { error: note, info: note } as unknown as Log
  const { turn, ...rest } = options
  const loop: Loop = createLoop({
    name: 'counter',
    context: () => ({ log }),
    turn: async (context, signal) => {
      seen.turns += 1
      await turn?.(context, signal)
    },
    everyMs: 100,
    soonMs: 10,
    failure: 'the work could not be done',
    ...rest,
  })
  return { loop, seen }
}

describe('a loop', () => {
  it('takes its first turn at once and looks again from time to time', async () => {
    const { loop, seen } = counted()
    expect(seen.turns).toBe(0)
    loop.start()
    loop.start()
    await pass(0)
    expect(seen.turns).toBe(1)
    await pass(99)
    expect(seen.turns).toBe(1)
    await pass(1)
    expect(seen.turns).toBe(2)
  })

  it('gives a sign of life while it waits, and none while a turn takes long or fails', async () => {
    let turn = async (): Promise<void> => undefined
    const { loop } = counted({ turn: () => turn() })
    loop.start()
    await pass(50)
    expect(loop.sign()).toEqual({ name: 'counter', silentMs: 0 })
    const long = Promise.withResolvers<void>()
    turn = () => long.promise
    await pass(50 + 700)
    expect(loop.sign().silentMs).toBeGreaterThanOrEqual(700)
    turn = async () => Promise.reject(new Error('no'))
    long.resolve()
    await pass(99)
    expect(loop.sign().silentMs).toBe(0)
    await pass(1 + 500)
    expect(loop.sign().silentMs).toBeGreaterThanOrEqual(500)
    turn = async () => undefined
    await pass(4_000)
    expect(loop.sign().silentMs).toBe(0)
  })

  it.each([
    ['sooner where work is due before', 40, 40],
    ['not at once, however soon there is work', 0, 10],
    ['not later than usual', 5000, 100],
  ])('looks again %s', async (_title, answer, after) => {
    const { loop, seen } = counted({ dueInMs: async () => answer })
    loop.start()
    await pass(after - 1)
    expect(seen.turns).toBe(1)
    await pass(1)
    expect(seen.turns).toBe(2)
  })

  it('is woken once for many changes, and waking again does not put the turn off', async () => {
    let wake = (): void => undefined
    const unsubscribe = vi.fn()
    const { loop, seen } = counted({
      subscribe: (callback) => {
        wake = callback
        return unsubscribe
      },
    })
    loop.start()
    await pass(50)
    for (let i = 0; i < 5; i++) {
      wake()
      await pass(2)
    }
    expect(seen.turns).toBe(2)
    await pass(99)
    expect(seen.turns).toBe(2)
    await loop.stop()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  it('takes another turn soon where it was woken during one, and never two at a time', async () => {
    let end = (): void => undefined
    const { loop, seen } = counted({ turn: () => new Promise((resolve) => (end = resolve)) })
    loop.start()
    await pass(0)
    loop.wake()
    await pass(1000)
    expect(seen.turns).toBe(1)
    end()
    await pass(10)
    expect(seen.turns).toBe(2)
    end()
    await pass(99)
    expect(seen.turns).toBe(2)
  })

  // Covers: running-30
  it('pauses longer after each further error up to four seconds, woken or not, and as usual after a success', async () => {
    let broken = true
    const { loop, seen } = counted({
      turn: async () => {
        if (broken) throw new Error('the database is away')
      },
    })
    loop.start()
    await pass(0)
    for (const pause of [100, 200, 400, 800, 1600, 3200, 4000, 4000]) {
      const before = seen.turns
      loop.wake()
      await pass(pause - 1)
      expect(seen.turns).toBe(before)
      await pass(1)
      expect(seen.turns).toBe(before + 1)
    }
    broken = false
    await pass(4000)
    broken = true
    await pass(100)
    expect(seen.turns).toBe(11)
    await pass(100)
    expect(seen.turns).toBe(12)
  })

  it('reports an outage when it begins, once a minute, and when it is over, however often it tries', async () => {
    let broken = true
    const { loop, seen } = counted({
      turn: async () => {
        if (broken) throw new Error('the database is away')
      },
    })
    loop.start()
    await pass(10 * 60_000)
    expect(seen.turns).toBeGreaterThan(100)
    expect(seen.logged.length).toBeGreaterThanOrEqual(10)
    expect(seen.logged.length).toBeLessThanOrEqual(11)
    expect(new Set(seen.logged)).toEqual(new Set(['the work could not be done']))
    broken = false
    await pass(4000)
    expect(seen.logged.at(-1)).toBe('recovered')
    const lines = seen.logged.length
    await pass(60_000)
    expect(seen.logged).toHaveLength(lines)
  })

  it('tries again soon after a failure, however seldom it looks otherwise', async () => {
    const { loop, seen } = counted({
      everyMs: 60_000,
      turn: async () => {
        if (seen.turns === 1) throw new Error('the database is away')
      },
    })
    loop.start()
    await pass(4000)
    expect(seen.turns).toBe(2)
  })

  // Covers: running-30
  it('pauses first as long as it is told to, however seldom it looks otherwise', async () => {
    const { loop, seen } = counted({
      everyMs: 60_000,
      retryMs: 200,
      turn: async () => {
        throw new Error('the database is away')
      },
    })
    loop.start()
    await pass(199)
    expect(seen.turns).toBe(1)
    await pass(1)
    expect(seen.turns).toBe(2)
    await pass(400)
    expect(seen.turns).toBe(3)
  })

  it('tells the turn under way of the stop, and is stopped only when that turn is done', async () => {
    let end = (): void => undefined
    let told: AbortSignal | undefined
    const { loop, seen } = counted({
      turn: (_context, signal) => {
        told = signal
        return new Promise((resolve) => (end = resolve))
      },
    })
    loop.start()
    await pass(0)
    let stopped = false
    void loop.stop().then(() => (stopped = true))
    await pass(1000)
    expect([told?.aborted, stopped]).toEqual([true, false])
    end()
    await pass(0)
    expect(stopped).toBe(true)
    loop.wake()
    await pass(1000)
    expect([seen.turns, vi.getTimerCount()]).toEqual([1, 0])
    loop.start()
    await pass(0)
    expect(seen.turns).toBe(2)
  })
})

describe('work of the start', () => {
  it('is done once, is waited for on stop, and says in the log that it failed', async () => {
    const logged: string[] = []
    const log = { warn: (_fields: object, text: string) => void logged.push(text) } as unknown as Log
    let fail = (_error: Error): void => undefined
    let runs = 0
    const starter = createStarter({
      context: () => ({ log }),
      run: () => {
        runs += 1
        return new Promise((_resolve, reject) => (fail = reject))
      },
      failure: 'imports were not resumed',
    })
    await starter.stop()
    starter.start()
    const stopped = starter.stop().then(() => logged.push('stopped'))
    fail(new Error('the database is away'))
    await stopped
    expect([runs, logged]).toEqual([1, ['imports were not resumed', 'stopped']])
  })
})
