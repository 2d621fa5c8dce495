import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { CallEvents } from '#server/providers/ports/voice.ts'
import { createBatching, createLane } from './batching.ts'

const of = (callId: number): CallEvents[] => [
  { callId, events: [{ key: 'r', kind: 'ringing', at: new Date(0) }] },
]
const ids = (batch: readonly CallEvents[]) => batch.map(({ callId }) => callId)

/** A transaction that ends when the test ends it. */
function held() {
  const taken: number[][] = []
  const ends: ((error?: Error) => void)[] = []
  const take = (batch: readonly CallEvents[]) =>
    new Promise<void>((resolve, reject) => {
      taken.push(ids(batch))
      ends.push((error) => (error ? reject(error) : resolve()))
    })
  return { taken, ends, take }
}

describe('batched deliveries', () => {
  // Covers: calls-vendors-under-4
  it('share a transaction with what came while another was under way, and are done only with its commit', async () => {
    const { taken, ends, take } = held()
    const sink = createLane(take, { concurrency: 1, maxDeliveries: 100 })
    const done: number[] = []
    const deliver = (callId: number) => sink(of(callId)).then(() => void done.push(callId))
    const all = [deliver(1)]
    await turn()
    all.push(deliver(2), deliver(3))
    await turn()
    expect(taken).toEqual([[1]])
    ends[0]?.()
    await turn()
    await turn()
    expect(done).toEqual([1])
    expect(taken).toEqual([[1], [2, 3]])
    ends[1]?.()
    await Promise.all(all)
    expect(done).toEqual([1, 2, 3])
  })

  it('of one turn go together, as many as fit', async () => {
    const taken: number[][] = []
    const sink = createLane(async (batch) => void taken.push(ids(batch)), {
      concurrency: 1,
      maxDeliveries: 3,
    })
    await Promise.all([1, 2, 3, 4].map((callId) => sink(of(callId))))
    expect(taken).toEqual([[1, 2, 3], [4]])
  })

  it('go on beside a transaction that takes long, and not beside one that may end soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { taken, ends, take } = held()
    const sink = createLane(take, { concurrency: 2, maxDeliveries: 100, patienceMs: 40 })
    const all = [sink(of(1))]
    await turn()
    all.push(sink(of(2)))
    await turn()
    vi.advanceTimersByTime(39)
    all.push(sink(of(3)))
    await turn()
    expect(taken).toEqual([[1]])
    vi.advanceTimersByTime(1)
    await turn()
    expect(taken).toEqual([[1], [2, 3]])
    all.push(sink(of(4)))
    vi.advanceTimersByTime(40)
    await turn()
    expect(taken).toHaveLength(2)
    ends[1]?.()
    await turn()
    await turn()
    expect(taken.at(-1)).toEqual([4])
    for (const end of ends) end()
    await Promise.all(all)
    vi.useRealTimers()
  })

  // Covers: calls-vendors-under-4
  it('fail each for itself: who was only near the one that fails is taken in', async () => {
    const stored: number[] = []
    const sink = createBatching(async (batch) => {
      if (ids(batch).includes(2)) throw new Error('call 2 cannot be taken in')
      stored.push(...ids(batch))
    })
    const results = await Promise.allSettled([1, 2, 3].map((callId) => sink(of(callId))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(stored).toEqual([1, 3])
  })

  it('go on after a failure', async () => {
    let broken = true
    const take = async () => {
      if (broken) throw new Error('the database is away')
    }
    const sink = createLane(take, { concurrency: 1, maxDeliveries: 100 })
    await expect(sink(of(1))).rejects.toThrow('away')
    broken = false
    await sink(of(2))
  })

  // Covers: calls-vendors-under-4
  it('do not wait for those that other modules act on', async () => {
    const { taken, ends, take } = held()
    const sink = createBatching(take)
    const ended = { key: 'e', kind: 'ended', outcome: 'human', durationSeconds: 1, message: null } as const
    const option = { key: 'o', kind: 'option', option: 'option_1', source: 'key' } as const
    const at = new Date(0)
    const slow = [1, 2, 3].map((callId) => sink([{ callId, events: [{ ...ended, at }] }]))
    const choice = sink([{ callId: 4, events: [{ ...option, at }] }])
    const news = sink(of(5))
    await turn()
    await turn()
    expect(taken.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([[1, 2, 3], [4], [5]])
    for (const end of ends) end()
    await Promise.all([...slow, choice, news])
  })
})
