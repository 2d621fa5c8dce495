import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createCtx } from '#server/platform/ctx.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { type DatabaseNetwork, type NetworkState, openDatabaseNetwork } from '#test/doubles/network.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { createBus } from '../bus.ts'
import type { LockTimes } from './abandoned-jobs.ts'
import { defineJob, handleJob } from './job.ts'
import { type JobRunner, startJobs } from './runner.ts'

const job = defineJob('thing', z.object({ id: z.number() }), { maxAttempts: 3 })
let lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })

let database: TestDatabase
let network: DatabaseNetwork
/** Over the network that fails, and past it. */
let connection: Connection<object>
let direct: Connection<object>
let runner: JobRunner | null = null

beforeEach(async () => {
  lines = []
  database = await createTestDatabase()
  direct = connect(database.url, 3, () => undefined)
  network = await openDatabaseNetwork(database.url)
  connection = connect(network.url, 5, () => undefined)
})
afterEach(async () => {
  await runner?.stop()
  runner = null
  await connection.close()
  await network.close()
  await direct.close()
  await database.drop()
})

const makeCtx = ({ db } = connection) =>
  createCtx({
    db,
    now: () => new Date(),
    actor: { kind: 'system', name: 'test' },
    requestId: 'test',
    log,
    providers: {},
    bus: createBus([]),
  })

const start = (run: (id: number) => Promise<void>, lockTimes?: LockTimes) =>
  startJobs({
    pool: connection.pool,
    handlers: [handleJob(job, async (_ctx: ReturnType<typeof makeCtx>, { id }) => run(id))],
    concurrency: 2,
    ctx: () => makeCtx(),
    log,
    lockTimes,
  })

async function jobs() {
  const { rows } = await direct.pool.query<{ attempts: number; locked: boolean; error: string | null }>(
    'select attempts, locked_at is not null as locked, last_error as error from graphile_worker.jobs',
  )
  return rows
}

describe.each<NetworkState>(['refused', 'slammed'])('while the database is away (%s)', (state) => {
  it('a job under way is written down once it is back, and the next ones are done', async () => {
    const begun: number[] = []
    const done: number[] = []
    const held = Promise.withResolvers<void>()
    runner = await start(async (id) => {
      begun.push(id)
      if (id < 3) await held.promise
      done.push(id)
      if (id === 2) throw new Error('the line is down')
    })
    await makeCtx(direct).enqueue(job, { id: 1 })
    await makeCtx(direct).enqueue(job, { id: 2 })
    await vi.waitUntil(() => begun.length === 2, PATIENCE)
    await network.turn(state)
    held.resolve()
    await vi.waitUntil(() => done.length === 2, PATIENCE)
    await network.turn('through')
    await vi.waitUntil(async () => (await jobs()).every(({ locked }) => !locked), PATIENCE)
    expect(await jobs()).toEqual([{ attempts: 1, locked: false, error: 'the line is down' }])
    await makeCtx(direct).enqueue(job, { id: 3 })
    await vi.waitUntil(() => done.includes(3), PATIENCE)
    expect(done.toSorted()).toEqual([1, 2, 3])
  })

  it('a worker that begins then works once it is back', async () => {
    const done: number[] = []
    runner = await start(async (id) => void done.push(id))
    await network.turn(state)
    await vi.waitUntil(() => lines.length > 0, PATIENCE)
    await network.turn('through')
    await makeCtx(direct).enqueue(job, { id: 1 })
    await vi.waitUntil(() => done.length === 1, PATIENCE)
  })

  it('a worker stops without waiting for it', async () => {
    runner = await start(async () => undefined)
    await network.turn(state)
    const before = performance.now()
    await runner.stop()
    runner = null
    expect(performance.now() - before).toBeLessThan(6_000)
  })
})

it('a job of a process that is gone is done again by another, one that somebody has is left alone', async () => {
  const done: number[] = []
  const held = Promise.withResolvers<void>()
  const work = async (id: number) => {
    if (id === 1) await held.promise
    done.push(id)
  }
  runner = await start(work, { everyMs: 100, expireMs: 500 })
  const { enqueue } = makeCtx()
  await enqueue(job, { id: 1 })
  await vi.waitUntil(async () => (await jobs()).some(({ locked }) => locked), PATIENCE)
  await enqueue(job, { id: 2 }, { runAt: new Date(Date.now() + 60_000) })
  await direct.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), run_at = now()
    where run_at > now()`,
  )
  await vi.waitUntil(() => done.length === 1, PATIENCE)
  expect(done).toEqual([2])
  // its work is done a moment before its row is deleted
  await vi.waitUntil(async () => (await jobs()).length === 1, PATIENCE)
  expect(await jobs()).toEqual([{ attempts: 1, locked: true, error: null }])
  held.resolve()
  await vi.waitUntil(async () => (await jobs()).length === 0, PATIENCE)
  expect(done).toEqual([2, 1])
})
