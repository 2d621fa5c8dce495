import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '#server/platform/db/database.ts'
import type { DB } from '#server/schema.gen.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { type Breaker, createBreaker, FAILURES_TO_OPEN } from './breaker.ts'
import type { VendorFault } from './fault.ts'

let database: TestDatabase
let connections: Connection<DB>[]
let db: Kysely<DB>
/** Two processes. */
let here: Breaker
let there: Breaker

beforeAll(async () => {
  database = await createTestDatabase()
  connections = [1, 2].map(() => connect<DB>(database.url, 10, () => undefined))
  const [first, second] = connections.map((connection) => connection.db)
  if (!first || !second) throw new Error('two were made')
  db = first
  here = createBreaker({ db: first, vendor: 'twilio' })
  there = createBreaker({ db: second, vendor: 'twilio' })
})
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()))
  await database.drop()
})
beforeEach(() => db.deleteFrom('vendorStates').execute())

const fault = (kind: VendorFault['kind'], more: Partial<VendorFault> = {}): VendorFault => ({
  ...{ kind, status: null, code: null, message: 'Twilio does not answer.', retryAfterSeconds: null },
  ...more,
})
const failTimes = async (times: number, by: Breaker = here, what = fault('unclear')) => {
  for (let i = 0; i < times; i++) await by.failed(what)
}
/** Seconds that it still rests, by the database's clock; null where it does not. */
const rest = async (): Promise<number | null> => {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from rests_until - clock_timestamp())::float8 as seconds from vendor_states
    where vendor = 'twilio' and rests_until > clock_timestamp()`.execute(db)
  return rows[0]?.seconds ?? null
}
const restIsOver = () =>
  sql`update vendor_states set rests_until = clock_timestamp() - interval '1 millisecond'`.execute(db)

describe('the circuit breaker', () => {
  it('lets everybody ask while the vendor answers, and after fewer than five failures in a row', async () => {
    expect(await here.enter()).toBeNull()
    await failTimes(FAILURES_TO_OPEN - 1)
    expect(await there.enter()).toBeNull()
    expect(await there.restsUntil()).toBeNull()
    await there.succeeded()
    await failTimes(FAILURES_TO_OPEN - 1)
    expect(await here.enter()).toBeNull()
  })

  // Covers: numbers-vendors-16
  it('rests after five in a row, whichever process met them, and says until when and why', async () => {
    await failTimes(3, here)
    await failTimes(2, there)
    const until = await here.restsUntil()
    expect(await here.enter()).toEqual({ until, reason: 'Twilio does not answer.' })
    expect(await there.enter()).toEqual({ until, reason: 'Twilio does not answer.' })
    expect(await rest()).toBeGreaterThan(14)
    expect(await rest()).toBeLessThanOrEqual(15)
  })

  // Covers: numbers-vendors-16
  it('lets one try for all when the rest is over; the others hear how long that may take', async () => {
    await failTimes(FAILURES_TO_OPEN)
    await restIsOver()
    const before = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? here : there).enter()),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    for (const answer of answers) {
      if (answer) expect(answer.until.getTime()).toBeGreaterThan(before)
    }
    await there.succeeded()
    expect(await here.enter()).toBeNull()
    expect(await here.restsUntil()).toBeNull()
  })

  // Covers: numbers-vendors-16
  it('lets another try when the one that did has died', async () => {
    await failTimes(FAILURES_TO_OPEN)
    await restIsOver()
    expect(await here.enter()).toBeNull()
    expect(await there.enter()).not.toBeNull()
    expect(await rest()).toBeLessThanOrEqual(20)
    await restIsOver()
    expect(await there.enter()).toBeNull()
  })

  // Covers: numbers-vendors-16
  it('rests twice as long after each try that fails, five minutes at most, and anew after a success', async () => {
    await failTimes(FAILURES_TO_OPEN)
    const rests: number[] = []
    for (let i = 0; i < 7; i++) {
      rests.push(Math.round((await rest()) ?? 0))
      await restIsOver()
      expect(await here.enter()).toBeNull()
      await failTimes(1)
    }
    expect(rests).toEqual([15, 30, 60, 120, 240, 300, 300])
    await here.succeeded()
    await failTimes(FAILURES_TO_OPEN)
    expect(Math.round((await rest()) ?? 0)).toBe(15)
  })

  // Covers: numbers-vendors-16
  it('rests no longer for the failures of what was under way when the rest began', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? here : there).failed(fault('unclear'))))
    expect(await rest()).toBeLessThanOrEqual(15)
    await restIsOver()
    expect(await here.enter()).toBeNull()
    await failTimes(4)
    expect(Math.round((await rest()) ?? 0)).toBe(30)
  })

  // Covers: numbers-vendors-16
  it('waits at once, and for as long as it was asked to', async () => {
    await here.failed(fault('busy', { status: 429, retryAfterSeconds: 7, message: 'Too many requests.' }))
    expect(await there.enter()).toMatchObject({ reason: 'Too many requests.' })
    expect(await rest()).toBeGreaterThan(6)
    expect(await rest()).toBeLessThanOrEqual(7)
    await there.failed(fault('busy', { status: 429, retryAfterSeconds: 2 }))
    expect(await rest()).toBeGreaterThan(5)
    await there.failed(fault('busy', { status: 429, retryAfterSeconds: 60 }))
    expect(await rest()).toBeGreaterThan(58)
  })

  it('waits a second where it was not told how long, and after a try for no longer than asked', async () => {
    await here.failed(fault('busy', { status: 429 }))
    expect(await rest()).toBeLessThanOrEqual(1)
    await restIsOver()
    expect(await here.enter()).toBeNull()
    await here.failed(fault('busy', { status: 429, retryAfterSeconds: 3 }))
    expect(await rest()).toBeLessThanOrEqual(3)
  })

  it('rests for a refusal that it is told of, such as one of the account, and gives its reason', async () => {
    await failTimes(
      FAILURES_TO_OPEN,
      here,
      fault('refused', { status: 401, code: '20003', message: 'Check.' }),
    )
    expect(await there.enter()).toMatchObject({ reason: 'Check.' })
  })

  it('keeps the vendors apart', async () => {
    await failTimes(FAILURES_TO_OPEN)
    expect(await createBreaker({ db, vendor: 'vapi' }).enter()).toBeNull()
  })

  it('does not write that all is well over and over', async () => {
    await here.succeeded()
    const version = () =>
      sql<{ version: string }>`select xmin::text as version from vendor_states`.execute(db)
    const { rows } = await version()
    await Promise.all([here.succeeded(), there.succeeded()])
    expect((await version()).rows).toEqual(rows)
  })
})
