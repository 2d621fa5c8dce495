import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DATABASE_AWAY } from '#contract/errors.ts'
import { noteAnswer, outage } from './outage.ts'

const away = { status: 503, message: DATABASE_AWAY }
let isReady = false
let asked = 0

beforeEach(() => {
  isReady = false
  asked = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return { ok: isReady }
  })
})
afterEach(() => {
  noteAnswer(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('begins with the server’s word, and ends by itself once the server is ready', async () => {
  let changes = 0
  const stop = outage.subscribe(() => {
    changes += 1
  })
  for (const _times of [1, 2, 3]) noteAnswer(away)
  expect([outage.current(), changes]).toEqual([true, 1])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([outage.current(), asked]).toEqual([true, 4])
  isReady = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([outage.current(), changes]).toEqual([false, 2])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(5)
  stop()
})

it('ends with any other answer, and does not begin with another 503', () => {
  noteAnswer({ status: 503, message: 'Files cannot be checked for viruses right now.' })
  expect(outage.current()).toBe(false)
  noteAnswer(away)
  noteAnswer({ status: 404, message: 'Broker not found.' })
  expect(outage.current()).toBe(false)
})
