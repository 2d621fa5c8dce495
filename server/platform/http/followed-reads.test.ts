import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Compressed } from './compressed.ts'
import { followReads } from './followed-reads.ts'
import type { SharedAnswer } from './shared-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function screen() {
  const reads = followReads()
  const state = { body: '[1]', isAllowed: true, worked: 0 }
  const answer = async (): Promise<SharedAnswer> => {
    state.worked += 1
    return { headers: { 'x-total-count': '1' }, body: new Compressed(Buffer.from(state.body), 'fast') }
  }
  let looked = 0
  const isAllowed = async (): Promise<boolean> => {
    looked += 1
    return state.isAllowed
  }
  const ask = (path = '/api/calls', from: () => Promise<SharedAnswer> = answer): void =>
    reads.follow({ url: `${path}?limit=5`, path, isAllowed, answer: from })
  const told = async (...topics: string[]): Promise<unknown> => JSON.parse(await reads.answersTo(topics))
  return { state, ask, told, distrust: reads.distrust, looked: () => looked }
}

const full = (body: unknown) => ({ headers: { 'x-total-count': '1' }, body })

describe('what a screen shows', () => {
  it('is brought with a change that concerns it, and said to be as it was where it is', async () => {
    const { state, ask, told } = screen()
    ask()
    ask()
    expect(await told('calls')).toEqual({ '/api/calls?limit=5': full([1]) })
    expect(await told('calls', 'brokers')).toEqual({ '/api/calls?limit=5': null })
    state.body = '[1,2]'
    expect(await told('brokers')).toEqual({})
    expect(await told('calls')).toEqual({ '/api/calls?limit=5': full([1, 2]) })
    // the browser has what it was answered, not what it was told
    ask()
    expect(await told('calls')).toEqual({ '/api/calls?limit=5': full([1, 2]) })
  })

  it('is not what was asked for once, as a search is while it is typed', async () => {
    const { state, ask, told } = screen()
    ask()
    expect(await told('calls')).toEqual({})
    expect(state.worked).toBe(0)
  })

  it('is asked for again after half a minute, or left', async () => {
    const { ask, told } = screen()
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await told('calls')).not.toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(await told('calls')).toEqual({})
    ask()
    expect(await told('calls')).not.toEqual({})
    await vi.advanceTimersByTimeAsync(40_000)
    expect(await told('calls')).toEqual({})
    ask()
    expect(await told('calls')).toEqual({})
  })

  it('is nothing for who may not see it any more', async () => {
    const { state, ask, told } = screen()
    ask()
    ask()
    state.isAllowed = false
    expect(await told('calls')).toEqual({})
    expect(state.worked).toBe(0)
    state.isAllowed = true
    expect(await told('calls')).toEqual({})
  })

  it('is given on trust for 15 seconds at most, and no more once sessions have changed', async () => {
    const { state, ask, told, distrust, looked } = screen()
    ask()
    ask()
    await told('calls')
    await vi.advanceTimersByTimeAsync(14_999)
    await told('calls')
    expect(looked()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await told('calls')
    expect(looked()).toBe(2)
    state.isAllowed = false
    distrust()
    expect([await told('calls'), looked()]).toEqual([{}, 3])
  })

  it('is asked for where it is large', async () => {
    const { state, ask, told } = screen()
    state.body = JSON.stringify('x'.repeat(16 * 1024))
    ask()
    ask()
    expect(await told('calls')).toEqual({})
    state.body = '[]'
    expect(await told('calls')).toEqual({})
  })

  it('does not wait for what takes long or fails, and is told the rest', async () => {
    const { ask, told } = screen()
    const never = (): Promise<SharedAnswer> => new Promise(() => undefined)
    const fails = async (): Promise<SharedAnswer> => {
      throw new Error('the database is away')
    }
    for (const _ of [1, 2]) {
      ask()
      ask('/api/calls/live', never)
      ask('/api/calls/:id', fails)
    }
    const answers = told('calls')
    await vi.advanceTimersByTimeAsync(400)
    expect(await answers).toEqual({ '/api/calls?limit=5': full([1]) })
    // nor is it begun again before the screen has asked again
    const again = told('calls')
    await vi.advanceTimersByTimeAsync(0)
    expect(await again).toEqual({ '/api/calls?limit=5': null })
  })

  it('is a dozen reads at most, the last asked for, whatever is searched meanwhile', async () => {
    const { ask, told } = screen()
    for (const _ of [1, 2]) for (let id = 1; id <= 11; id++) ask(`/api/calls/${id}`)
    for (let id = 100; id < 120; id++) ask(`/api/calls/${id}`)
    expect(Object.keys((await told('calls')) as object)).toHaveLength(11)
    ask('/api/calls/119')
    ask('/api/calls/1')
    ask('/api/calls/13')
    ask('/api/calls/13')
    const paths = Object.keys((await told('calls')) as object)
    expect(paths).toHaveLength(12)
    expect(paths).toContain('/api/calls/1?limit=5')
    expect(paths).not.toContain('/api/calls/2?limit=5')
  })
})
