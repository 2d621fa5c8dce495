import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createChangeStreams, type StreamSession } from './live.ts'
import { createTicks, EVERY_MS, GATHER_MS } from './ticks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A response that records its output. */
function browser() {
  const raw = Object.assign(new EventEmitter(), {
    written: '',
    writableEnded: false,
    destroyed: false,
    writeHead: vi.fn(),
    write(text: string) {
      if (raw.writableEnded) throw new Error('write after end')
      raw.written += text
    },
    end() {
      raw.writableEnded = true
    },
    /** As the connection does once the end has gone out. */
    close() {
      raw.emit('close')
    },
  })
  return { raw, reply: { raw, hijack: vi.fn() } as unknown as FastifyReply }
}

function world() {
  const listeners = new Set<(topics: string[]) => void>()
  let epoch: number | null = 1
  const feed = {
    epoch: () => epoch,
    subscribe(listener: (topics: string[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const streams = createChangeStreams(feed, createTicks(feed))
  const change = (...topics: string[]): void => {
    for (const listener of listeners) listener(topics)
  }
  /** Sets the feed's state: down (null), or open again. */
  const turn = (now: number | null): void => {
    epoch = now
  }
  return { streams, change, turn, listeners }
}

const lasting = (id: number): StreamSession => ({ id, isOpen: async () => true })

describe('a stream of changes', () => {
  // Covers: http-conventions-19
  it.each([
    ['at once when a session ended somewhere', 0],
    ['by the next heartbeat when it expired or its user was disabled', 15_000],
  ])('ends with its session, %s', async (_when, wait) => {
    const { streams, change, listeners } = world()
    const [{ raw, reply }, other] = [browser(), browser()]
    let open = true
    streams.open(reply, { id: 1, isOpen: async () => open }, 0)
    streams.open(other.reply, lasting(2), 0)
    change('sessions')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(raw.writableEnded).toBe(false)
    open = false
    if (wait === 0) change('sessions')
    await vi.advanceTimersByTimeAsync(wait)
    expect([raw.writableEnded, other.raw.writableEnded]).toEqual([true, false])
    // nothing is written between the end and the close, nor afterwards
    change('calls')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(raw.written).not.toContain('calls')
    expect(other.raw.written).toContain('"calls"')
    raw.close()
    // the other stream, and the ticks of all
    expect(listeners.size).toBe(2)
  })

  // Covers: http-conventions-19
  it('goes on while nobody can tell whether its session does', async () => {
    const { streams, change } = world()
    const { raw, reply } = browser()
    const isOpen = async (): Promise<boolean> => {
      throw new Error('the database is away')
    }
    streams.open(reply, { id: 1, isOpen }, 0)
    change('sessions')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(raw.writableEnded).toBe(false)
  })

  // Covers: analytics-figures-19
  it('hears at once of the first change, and once a second at most however much happens', async () => {
    const { streams, change } = world()
    const { raw, reply } = browser()
    streams.open(reply, lasting(1), 0)
    const messages = (): string[] => raw.written.match(/"topics":\["[^\]]+\]/g) ?? []
    change('calls')
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(messages()).toEqual(['"topics":["calls"]'])
    for (let changes = 0; changes < 200; changes++) {
      change(changes % 2 ? 'calls' : 'campaigns')
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(messages()).toHaveLength(1 + (200 * 10) / EVERY_MS)
    expect(messages().at(-1)).toBe('"topics":["campaigns","calls"]')
  })

  // Covers: http-conventions-18
  it('begins with what changed since its page began to load, and says where that cannot be known', async () => {
    const { streams, change } = world()
    await vi.advanceTimersByTimeAsync(10_000)
    change('brokers')
    await vi.advanceTimersByTimeAsync(5_000)
    change('calls')
    await vi.advanceTimersByTimeAsync(1_000)
    const first = (age: number): unknown => {
      const { raw, reply } = browser()
      streams.open(reply, lasting(age), age)
      return JSON.parse(/data: (.*)/.exec(raw.written)?.[1] ?? '')
    }
    expect([first(0), first(2_000), first(8_000)]).toMatchObject([
      { topics: [] },
      { topics: ['calls'] },
      { topics: ['brokers', 'calls'] },
    ])
    expect(first(8_000)).not.toHaveProperty('missed')
    // this process is younger than the page
    expect(first(20_000)).toMatchObject({ topics: [], missed: true })
  })

  // Covers: http-conventions-18
  it('says that anything may have changed once the process hears again what changes', async () => {
    const { streams, turn } = world()
    const { raw, reply } = browser()
    streams.open(reply, lasting(1), 0)
    const missed = (): number => raw.written.split('"missed":true').length - 1
    turn(null)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(missed()).toBe(0)
    turn(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(missed()).toBe(1)
    // a stream opened during the outage gets `missed` immediately
    const later = browser()
    streams.open(later.reply, lasting(2), 60_001)
    expect(later.raw.written).toContain('"missed":true')
  })

  it('is not kept for a page that was left before it opened', () => {
    const { streams, listeners } = world()
    const before = listeners.size
    for (let reload = 0; reload < 7; reload++) {
      const { raw, reply } = browser()
      raw.destroyed = true
      streams.open(reply, lasting(1), 0)
      expect([reply.hijack, raw.writeHead].map((each) => vi.mocked(each).mock.calls.length)).toEqual([1, 0])
    }
    expect(listeners.size).toBe(before)
  })

  // Covers: http-conventions-19
  it('is one of six at most of a session, and closing one makes room', () => {
    const { streams } = world()
    const open = Array.from({ length: 6 }, () => browser())
    for (const { reply } of open) streams.open(reply, lasting(1), 0)
    const seventh = browser()
    expect(() => streams.open(seventh.reply, lasting(1), 0)).toThrow('too many tabs')
    expect(seventh.reply.hijack).not.toHaveBeenCalled()
    streams.open(browser().reply, lasting(2), 0)
    open[0]?.raw.close()
    streams.open(seventh.reply, lasting(1), 0)
    expect(() => streams.open(browser().reply, lasting(1), 0)).toThrow('too many tabs')
  })
})
