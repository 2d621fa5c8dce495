import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createChangeStreams, type StreamSession } from './live.ts'
import { createTicks, EVERY_MS, GATHER_MS } from './ticks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An answer that keeps what is written to it. */
function browser() {
  const raw = Object.assign(new EventEmitter(), {
    written: '',
    writableEnded: false,
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
  const feed = {
    subscribe(listener: (topics: string[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const streams = createChangeStreams(feed, createTicks(feed))
  const change = (...topics: string[]): void => {
    for (const listener of listeners) listener(topics)
  }
  return { streams, change, listeners }
}

const lasting = (id: number): StreamSession => ({ id, isOpen: async () => true })

describe('a stream of changes', () => {
  it.each([
    ['at once when a session ended somewhere', 0],
    ['by the next heartbeat when it expired or its user was disabled', 15_000],
  ])('ends with its session, %s', async (_when, wait) => {
    const { streams, change, listeners } = world()
    const [{ raw, reply }, other] = [browser(), browser()]
    let open = true
    streams.open(reply, { id: 1, isOpen: async () => open })
    streams.open(other.reply, lasting(2))
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

  it('goes on while nobody can tell whether its session does', async () => {
    const { streams, change } = world()
    const { raw, reply } = browser()
    streams.open(reply, {
      id: 1,
      isOpen: async () => {
        throw new Error('the database is away')
      },
    })
    change('sessions')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(raw.writableEnded).toBe(false)
  })

  it('hears at once of the first change, and twice a second at most however much happens', async () => {
    const { streams, change } = world()
    const { raw, reply } = browser()
    streams.open(reply, lasting(1))
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

  it('is one of six at most of a session, and closing one makes room', () => {
    const { streams } = world()
    const open = Array.from({ length: 6 }, () => browser())
    for (const { reply } of open) streams.open(reply, lasting(1))
    const seventh = browser()
    expect(() => streams.open(seventh.reply, lasting(1))).toThrow('too many tabs')
    expect(seventh.reply.hijack).not.toHaveBeenCalled()
    streams.open(browser().reply, lasting(2))
    open[0]?.raw.close()
    streams.open(seventh.reply, lasting(1))
    expect(() => streams.open(browser().reply, lasting(1))).toThrow('too many tabs')
  })
})
