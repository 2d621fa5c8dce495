import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Compressed } from './compressed.ts'
import { createSharedAnswers } from './shared-answers.ts'
import { createTicks, GATHER_MS } from './ticks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function world() {
  const listeners = new Set<(topics: string[]) => void>()
  let epoch: number | null = 1
  const feed: Parameters<typeof createTicks>[0] = {
    epoch: () => epoch,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const ticks = createTicks(feed)
  let worked = 0
  const shared = createSharedAnswers(ticks, feed)
  const ask = async (url = '/api/calls', bytes = 2): Promise<number> => {
    const { headers } = await shared.of(url, async () => {
      worked += 1
      return { body: new Compressed(Buffer.alloc(bytes), 'fast'), headers: { number: String(worked) } }
    })
    return Number(headers.number)
  }
  const change = (): void => {
    for (const listener of listeners) listener(['calls'])
  }
  /** Sets the feed's state: down (null), or open again. */
  const turn = (now: number | null): void => {
    epoch = now
  }
  return { ticks, shared, ask, change, turn }
}

describe('an answer that is shared', () => {
  // Covers: analytics-figures-19
  it('is worked out once for all who ask after the same tick, and anew after the next', async () => {
    const { ask, change } = world()
    expect(await Promise.all([ask(), ask(), ask('/api/campaigns')])).toEqual([1, 1, 2])
    change()
    // the change has not been announced yet
    expect(await ask()).toBe(1)
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(await Promise.all([ask(), ask()])).toEqual([3, 3])
  })

  it('is given for a second at most, and no more after a change made here', async () => {
    const { ask, shared } = world()
    expect(await ask()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await ask()).toBe(2)
    shared.clear()
    expect(await ask()).toBe(3)
  })

  it('is given to nobody while changes may be missed, nor what is from before', async () => {
    const { ask, turn } = world()
    expect(await ask()).toBe(1)
    turn(null)
    expect([await ask(), await ask()]).toEqual([2, 3])
    turn(2)
    expect([await ask(), await ask()]).toEqual([4, 4])
  })

  it('is not kept where it failed, or is large', async () => {
    const { ask, shared } = world()
    await expect(shared.of('/api/calls', () => Promise.reject(new Error('database away')))).rejects.toThrow(
      'database away',
    )
    expect(await ask('/api/calls', 300 * 1024)).toBe(1)
    expect(await ask()).toBe(2)
  })

  it('is only for screens whose stream is open in this process', () => {
    const { ticks, shared } = world()
    expect(shared.serves(ticks.name)).toBe(true)
    expect([shared.serves('another'), shared.serves(undefined)]).toEqual([false, false])
  })
})
