import { describe, expect, it } from 'vitest'
import { type QueueFacts, standstills, type WorkerFacts } from './standstill.rules.ts'

const queue = (change: Partial<QueueFacts> = {}): QueueFacts => ({
  queue: 'calls',
  oldestSeconds: 0,
  idleSeconds: 0,
  ...change,
})
const worker = (name: string, silentSeconds: number): WorkerFacts => ({ worker: name, silentSeconds })
const alive = [worker('dispatcher', 4), worker('outbox', 9), worker('background jobs', 0)]

describe('what stands still', () => {
  it('is nothing while workers give signs and what is due is being worked on', () => {
    expect(standstills([queue({ oldestSeconds: 4_000, idleSeconds: 29.9 })], alive)).toEqual([])
  })

  // Covers: running-21
  it('is a queue in which something is due and nothing has happened for half a minute', () => {
    const [one, ...others] = standstills([queue({ oldestSeconds: 4_000, idleSeconds: 30 })], alive)
    expect(one).toEqual({
      what: 'calls',
      seconds: 30,
      text: 'Calls are due and none has been placed for 30 seconds. Look into the log of the worker, and start it again.',
    })
    expect(others).toEqual([])
  })

  // Covers: running-21
  it('is every worker where none has given a sign', () => {
    expect(standstills([queue()], [])).toMatchObject([
      {
        what: 'workers',
        seconds: null,
        text: expect.stringMatching(/^No worker has given a sign of life yet:/),
      },
    ])
    const dead = [worker('dispatcher', 140), worker('outbox', 180)]
    expect(standstills([queue(), queue({ queue: 'messages', idleSeconds: 7_300 })], dead)).toMatchObject([
      { what: 'workers', seconds: 140, text: expect.stringMatching(/for 2 minutes: no calls are placed/) },
      { what: 'messages', text: expect.stringMatching(/^Emails or text messages are due .* for 2 hours\./) },
    ])
  })

  it('is one worker that went silent while others go on', () => {
    const silent = [worker('dispatcher', 30), worker('outbox', 29), worker('background jobs', 1)]
    expect(standstills([queue()], silent)).toMatchObject([
      {
        what: 'workers',
        text: expect.stringMatching(/^The worker "dispatcher" has given no sign of life for 30 s/),
      },
    ])
  })

  it('is told once where a worker is silent and its queue stands', () => {
    const silent = [worker('outbox', 100), worker('dispatcher', 1)]
    expect(
      standstills([queue({ queue: 'messages', idleSeconds: 95 })], silent).map(({ what }) => what),
    ).toEqual(['messages'])
  })
})
