import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { listCalls } from '#contract/calls/calls.ts'
import { callPage } from './call.ts'
import { connectLive, type LiveSource, type LiveState, messageOf, POLL_MS, retryDelay } from './live.ts'
import { noteOwnChange } from './live-process.ts'
import { LONG_REST_MS, REST_MS } from './paced.ts'
import { refreshTopics } from './topics.ts'

/** Replaces browser and clock: streams that the test opens and breaks, and timers that the test runs. */
function surroundings() {
  const sources: (LiveSource & { closed: boolean })[] = []
  const timers = new Map<number, { run: () => void; ms: number }>()
  const states: LiveState[] = []
  const urls: string[] = []
  let nextTimer = 1
  let network: (isOnline: boolean) => void = () => undefined
  let watched = true
  const client = new QueryClient()
  const stop = connectLive(client, {
    open: (url) => {
      urls.push(url)
      const source = {
        onopen: null,
        onmessage: null,
        onerror: null,
        closed: false,
        close() {
          this.closed = true
        },
      }
      sources.push(source)
      return source
    },
    setTimer: (run, ms) => {
      timers.set(nextTimer, { run, ms })
      return nextTimer++
    },
    clearTimer: (timer) => timers.delete(timer),
    now: () => 1234.5,
    onState: (state) => states.push(state),
    watchNetwork: (told) => {
      network = told
      return () => {
        watched = false
      }
    },
  })
  const fire = (ms: number): void => {
    const [id, timer] = [...timers].find(([, each]) => each.ms === ms) ?? []
    if (id === undefined || !timer) throw new Error(`no timer of ${ms} ms`)
    timers.delete(id)
    timer.run()
  }
  return {
    ...{ client, sources, timers, states, urls, stop, fire },
    network: (isOnline: boolean) => network(isOnline),
    isWatched: () => watched,
  }
}

const stale = (client: QueryClient, key: readonly unknown[]): boolean | undefined =>
  client.getQueryState(key)?.isInvalidated

describe('connectLive', () => {
  it('refreshes what a message names and nothing else', () => {
    const { client, sources } = surroundings()
    client.setQueryData(['campaigns', '/api/campaigns'], [])
    client.setQueryData(['brokers', '/api/brokers'], [])
    sources[0]?.onmessage?.(new MessageEvent('message', { data: '{"topics":["campaigns"]}' }))
    expect(stale(client, ['campaigns', '/api/campaigns'])).toBe(true)
    expect(stale(client, ['brokers', '/api/brokers'])).toBe(false)
  })

  // Covers: analytics-figures-20
  it('asks for what is dear once in a long rest however much is announced, and at once after a change of one’s own', async () => {
    const { client, sources, fire } = surroundings()
    const asked = { analytics: 0, calls: 0 }
    const show = (topic: keyof typeof asked): void => {
      const options = { queryKey: [topic, `/api/${topic}`], queryFn: () => ++asked[topic] }
      new QueryObserver(client, { ...options, staleTime: Number.POSITIVE_INFINITY }).subscribe(
        () => undefined,
      )
    }
    const settle = () => new Promise((settled) => setTimeout(settled))
    const announce = async (): Promise<void> => {
      sources[0]?.onmessage?.(new MessageEvent('message', { data: '{"topics":["calls"]}' }))
      await settle()
    }
    show('analytics')
    show('calls')
    await settle()
    await announce()
    expect(asked).toEqual({ analytics: 2, calls: 2 })
    await announce()
    fire(REST_MS)
    await settle()
    expect(asked).toEqual({ analytics: 2, calls: 3 })
    await refreshTopics(client, ['calls'])
    expect(asked).toEqual({ analytics: 3, calls: 4 })
    fire(LONG_REST_MS)
    await settle()
    expect(asked).toEqual({ analytics: 4, calls: 4 })
  })

  it('names the server process in reads, except for two seconds after a change of its own', async () => {
    const { sources } = surroundings()
    const fetch = vi.fn(async () => new Response('[]', { headers: { 'x-total-count': '0' } }))
    vi.stubGlobal('fetch', fetch)
    vi.useFakeTimers({ toFake: ['performance'] })
    // an earlier test may have noted one on the real clock, which is ahead
    noteOwnChange()
    const liveHeader = async (): Promise<string | undefined> => {
      await callPage(listCalls)
      const [, init] = fetch.mock.lastCall as unknown as [string, { headers: Record<string, string> }]
      return init.headers['X-Live']
    }
    vi.advanceTimersByTime(10_000)
    expect(await liveHeader()).toBeUndefined()
    sources[0]?.onmessage?.(new MessageEvent('message', { data: '{"topics":[],"process":"one"}' }))
    expect(await liveHeader()).toBe('one')
    noteOwnChange()
    expect(await liveHeader()).toBeUndefined()
    vi.advanceTimersByTime(2_001)
    expect(await liveHeader()).toBe('one')
    sources[0]?.onerror?.(new Event('error'))
    expect(await liveHeader()).toBeUndefined()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  // Covers: analytics-figures-20
  it('marks what is dear and out of sight as out of date while it rests', async () => {
    const { client, sources, fire } = surroundings()
    const key = ['analytics', '/api/analytics']
    const announce = (): void =>
      sources[0]?.onmessage?.(new MessageEvent('message', { data: '{"topics":["calls"]}' }))
    announce()
    client.setQueryData(key, [])
    announce()
    await new Promise((settled) => setTimeout(settled))
    fire(REST_MS)
    await new Promise((settled) => setTimeout(settled))
    expect(stale(client, key)).toBe(true)
  })

  // Covers: http-conventions-18
  it('asks for what changed since the page began to load, and for everything where the server cannot tell', () => {
    const { client, sources, urls } = surroundings()
    expect(urls).toEqual(['/api/events?age=1235'])
    client.setQueryData(['brokers', '/api/brokers'], [])
    sources[0]?.onmessage?.(new MessageEvent('message', { data: '{"topics":[],"missed":true}' }))
    expect(stale(client, ['brokers', '/api/brokers'])).toBe(true)
  })

  // Covers: http-conventions-17
  it('polls while the stream is down, reconnects with growing pauses, then catches up', () => {
    const { client, sources, timers, states, fire } = surroundings()
    sources[0]?.onerror?.(new Event('error'))
    expect(states.at(-1)).toBe('polling')
    expect(sources[0]?.closed).toBe(true)
    fire(retryDelay(0))
    sources[1]?.onerror?.(new Event('error'))
    expect([...timers.values()].map((timer) => timer.ms).toSorted((a, b) => a - b)).toEqual([
      retryDelay(1),
      POLL_MS,
    ])
    const slow = ['surveillance', '/api/surveillance/stats']
    client.setQueryData(slow, {})
    client.setQueryData(['campaigns', '/api/campaigns'], [])
    fire(POLL_MS)
    expect([stale(client, ['campaigns', '/api/campaigns']), stale(client, slow)]).toEqual([true, false])
    fire(POLL_MS)
    expect(stale(client, slow)).toBe(true)
    client.setQueryData(['campaigns', '/api/campaigns'], [])
    fire(retryDelay(1))
    sources[2]?.onopen?.(new Event('open'))
    expect(states.at(-1)).toBe('live')
    expect(stale(client, ['campaigns', '/api/campaigns'])).toBe(true)
    expect(timers.size).toBe(0)
  })

  // Covers: console-toasts-7
  it('is offline at once without a network, asks nothing until there is one, then reconnects and catches up', () => {
    const { client, sources, timers, states, network } = surroundings()
    sources[0]?.onopen?.(new Event('open'))
    network(false)
    expect(states.at(-1)).toBe('offline')
    expect(sources[0]?.closed).toBe(true)
    // some browsers also report the lost stream
    sources[0]?.onerror?.(new Event('error'))
    expect(states.at(-1)).toBe('offline')
    expect(timers.size).toBe(0)
    expect(sources).toHaveLength(1)

    client.setQueryData(['campaigns', '/api/campaigns'], [])
    network(true)
    expect(states.at(-1)).toBe('polling')
    expect(sources).toHaveLength(2)
    sources[1]?.onopen?.(new Event('open'))
    expect(states.at(-1)).toBe('live')
    expect(stale(client, ['campaigns', '/api/campaigns'])).toBe(true)
    expect(timers.size).toBe(0)
  })

  it('leaves nothing behind when stopped', () => {
    const { sources, timers, stop, isWatched } = surroundings()
    sources[0]?.onerror?.(new Event('error'))
    stop()
    expect(timers.size).toBe(0)
    expect(isWatched()).toBe(false)
  })
})

describe('retryDelay and messageOf', () => {
  it('doubles up to half a minute', () => {
    expect([0, 1, 4, 9, 100].map(retryDelay)).toEqual([1000, 2000, 16_000, 30_000, 30_000])
  })
  it('takes an unreadable message as announcing nothing', () => {
    expect(messageOf('{"topics":["calls"]}')).toEqual({ topics: ['calls'] })
    expect(messageOf('{"topics":[],"process":"a"}')).toEqual({ topics: [], process: 'a' })
    for (const data of ['', 'ping', '{}', '{"topics":[1]}', undefined])
      expect(messageOf(data)).toEqual({ topics: [] })
  })
})
