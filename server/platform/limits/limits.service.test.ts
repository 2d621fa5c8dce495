import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '#server/platform/db/database.ts'
import type { DB } from '#server/schema.gen.ts'
import { waitForLocks } from '#test/lock-waits.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import {
  clearLimit,
  deleteEndedLimits,
  type Limit,
  type LimitCtx,
  resetLimit,
  takeLimits,
  tryLimit,
  waitFor,
  waitForAny,
} from './limits.ts'

let database: TestDatabase
let connection: Connection<DB>
/** Another process over the same database. */
let other: Connection<DB>
let clock: Date
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect<DB>(database.url, 10, () => undefined)
  other = connect<DB>(database.url, 10, () => undefined)
})
afterAll(async () => {
  await connection?.close()
  await other?.close()
  await database?.drop()
})

let made = 0
let KNOCKS: Limit
beforeEach(() => {
  clock = new Date('2026-11-24T00:00:00Z')
  KNOCKS = { name: `test.knocks.${++made}`, max: 3, minutes: 10 }
})

const ctx = (part: Partial<LimitCtx> & { on?: boolean } = {}): LimitCtx => ({
  db: connection.db,
  now: () => clock,
  providers: { secret: 'a secret', installation: { rateLimits: part.on ?? true } },
  ...part,
})
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
const take = (subject = 'somebody') => tryLimit(ctx(), [KNOCKS, subject])

describe('a limit', () => {
  // Covers: sign-sessions-6
  it('lets so many through, then none for the whole time from the last, then all of them again', async () => {
    expect(await take()).toBe(0)
    later(4)
    expect([await take(), await take()]).toEqual([0, 0])
    expect(await take()).toBe(600)
    later(9)
    expect([await take(), await take('somebody else')]).toEqual([60, 0])
    later(1)
    expect([await take(), await take(), await take(), await take()]).toEqual([0, 0, 0, 600])
  })

  it('begins anew where the time has passed before it was used up', async () => {
    await take()
    await take()
    later(10)
    expect([await take(), await take(), await take(), await take()]).toEqual([0, 0, 0, 600])
  })

  // Covers: sign-sessions-6
  it('counts one by one what comes to two processes at once', async () => {
    await take()
    const holder = await connection.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from rate_limits for update')
      // all of them have seen that one was used, and wait for the row
      const taking = Array.from({ length: 8 }, (_, i) =>
        tryLimit(ctx({ db: (i % 2 ? connection : other).db }), [KNOCKS, 'somebody']),
      )
      await waitForLocks(other.db, 8)
      await holder.query('commit')
      const waits = await Promise.all(taking)
      expect(waits.filter((wait) => wait === 0)).toHaveLength(2)
      expect(waits.every((wait) => wait === 0 || wait === 600)).toBe(true)
    } finally {
      holder.release()
    }
  })

  it('lets fewer than two counts of it through in any of its times, however they are spread', async () => {
    const length = KNOCKS.minutes * 60_000
    const anyGaps = fc.array(fc.integer({ min: 0, max: length / 3 }), { minLength: 20, maxLength: 30 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyGaps, async (gaps) => {
        run += 1
        const taken: number[] = []
        for (const gap of gaps) {
          clock = new Date(clock.getTime() + gap)
          if ((await take(`spread ${run}`)) === 0) taken.push(clock.getTime())
        }
        for (const first of taken) {
          const near = taken.filter((at) => at >= first && at < first + length)
          expect(near.length).toBeLessThan(2 * KNOCKS.max)
        }
      }),
      { numRuns: 10 },
    )
  })

  // Covers: sign-sessions-6
  it('is refused with a sentence and the time, and what comes after it is not counted', async () => {
    const MAILS: Limit = {
      name: `test.mails.${made}`,
      max: 1,
      minutes: 60,
      message: (wait) => `Wait ${wait}.`,
    }
    for (let i = 0; i < 3; i++) await take()
    later(8)
    const refused = takeLimits(ctx(), [KNOCKS, 'somebody'], [MAILS, 'a'])
    await expect(refused).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests came from your network. Try again in 2 minutes.',
      retryAfter: 120,
    })
    await takeLimits(ctx(), [KNOCKS, 'somebody else'], [MAILS, 'a'])
    const again = takeLimits(ctx(), [KNOCKS, 'somebody else'], [MAILS, 'a'])
    await expect(again).rejects.toMatchObject({ message: 'Wait 60 minutes.', retryAfter: 3600 })
  })

  // Covers: sign-sessions-6
  it('can be looked at without being used, and given back until it is used up', async () => {
    await take()
    expect([
      await waitFor(ctx(), [KNOCKS, 'somebody']),
      await clearLimit(ctx(), [KNOCKS, 'somebody']),
    ]).toEqual([0, 0])
    for (let i = 0; i < 3; i++) expect(await take()).toBe(0)
    expect(
      await waitForAny(ctx(), [
        [KNOCKS, 'nobody'],
        [KNOCKS, 'somebody'],
      ]),
    ).toEqual({ limit: KNOCKS, seconds: 600 })
    expect(await clearLimit(ctx(), [KNOCKS, 'somebody'])).toBe(600)
    expect(await take()).toBe(600)
    await resetLimit(ctx(), [KNOCKS, 'somebody'])
    expect(await take()).toBe(0)
  })

  it('is not taken inside a transaction, which could take it back', async () => {
    await expect(tryLimit(ctx({ inTransaction: true }), [KNOCKS, 'a'])).rejects.toThrow(
      'before the transaction',
    )
  })

  it('counts nothing where limits are off', async () => {
    for (let i = 0; i < 5; i++) expect(await tryLimit(ctx({ on: false }), [KNOCKS, 'somebody'])).toBe(0)
    expect(await waitFor(ctx({ on: false }), [KNOCKS, 'somebody'])).toBe(0)
    expect(await take()).toBe(0)
  })
})

describe('what is stored of a limit', () => {
  const rows = () => connection.db.selectFrom('rateLimits').select(['key', 'used']).execute()

  // Covers: sign-sessions-6
  it('names nobody, and goes once it no longer counts', async () => {
    await deleteEndedLimits(connection.db, new Date('2030-01-01T00:00:00Z'))
    await take('petra@example.com')
    later(5)
    await take('wei@example.com')
    const [first] = await rows()
    expect(first?.key).toHaveLength(16)
    expect(first?.key.toString('latin1')).not.toContain('petra')
    later(5)
    await deleteEndedLimits(connection.db, clock)
    expect(await rows()).toHaveLength(1)
    later(5)
    await deleteEndedLimits(connection.db, clock)
    expect(await rows()).toEqual([])
  })
})
