import pino from 'pino'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { z } from 'zod'
import { createCtx } from '#server/platform/ctx.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { type DatabaseNetwork, type NetworkState, openDatabaseNetwork } from '#test/doubles/network.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestDatabase } from '#test/test-db.ts'
import { createBus } from '../bus.ts'
import type { LockTimes } from './abandoned-jobs.ts'
import { defineJob, handleJob } from './job.ts'
import { type JobRunner, startJobs } from './runner.ts'

const job = defineJob('thing', z.object({ id: z.number() }), { maxAttempts: 3 })

interface World {
  network: DatabaseNetwork
  /** What was logged. */
  lines: string[]
  /** Begins to work over the network that fails. */
  start(run: (id: number) => Promise<void>, lockTimes?: LockTimes): Promise<JobRunner>
  /** Adds a job past the network. */
  enqueue(id: number, options?: { runAt: Date }): Promise<void>
  jobs(): Promise<{ attempts: number; locked: boolean; error: string | null }[]>
  pool: Connection<object>['pool']
}

async function createWorld(onFinished: TestContext['onTestFinished']): Promise<World> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const database = await createTestDatabase()
  onFinished(database.drop)
  const direct = connect(database.url, 3, () => undefined)
  onFinished(direct.close)
  const network = await openDatabaseNetwork(database.url)
  onFinished(network.close)
  const connection = connect(network.url, 5, () => undefined)
  onFinished(connection.close)
  const makeCtx = ({ db }: Connection<object>) =>
    createCtx({
      db,
      now: () => new Date(),
      actor: { kind: 'system', name: 'test' },
      requestId: 'test',
      log,
      providers: {},
      bus: createBus([]),
    })
  return {
    ...{ network, lines, pool: direct.pool },
    async start(run, lockTimes) {
      const runner = await startJobs({
        pool: connection.pool,
        handlers: [handleJob(job, async (_ctx: ReturnType<typeof makeCtx>, { id }) => run(id))],
        concurrency: 2,
        ctx: () => makeCtx(connection),
        log,
        lockTimes,
      })
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= runner.stop()
        return stopped
      }
      onFinished(stop)
      return { ...runner, stop }
    },
    enqueue: (id, options) => makeCtx(direct).enqueue(job, { id }, options),
    async jobs() {
      const { rows } = await direct.pool.query<{ attempts: number; locked: boolean; error: string | null }>(
        'select attempts, locked_at is not null as locked, last_error as error from graphile_worker.jobs',
      )
      return rows
    },
  }
}

// most of their time is the wait before a worker connects again
describe.concurrent.each<NetworkState>(['refused', 'slammed'])('while the database is away (%s)', (state) => {
  it('a job under way is written down once it is back, and the next ones are done', async ({
    onTestFinished,
  }) => {
    const { start, enqueue, jobs, network } = await createWorld(onTestFinished)
    const begun: number[] = []
    const done: number[] = []
    const held = Promise.withResolvers<void>()
    await start(async (id) => {
      begun.push(id)
      if (id < 3) await held.promise
      done.push(id)
      if (id === 2) throw new Error('the line is down')
    })
    await enqueue(1)
    await enqueue(2)
    await vi.waitUntil(() => begun.length === 2, PATIENCE)
    await network.turn(state)
    held.resolve()
    await vi.waitUntil(() => done.length === 2, PATIENCE)
    await network.turn('through')
    await vi.waitUntil(async () => (await jobs()).every(({ locked }) => !locked), PATIENCE)
    expect(await jobs()).toEqual([{ attempts: 1, locked: false, error: 'the line is down' }])
    await enqueue(3)
    await vi.waitUntil(() => done.includes(3), PATIENCE)
    expect(done.toSorted()).toEqual([1, 2, 3])
  })

  it('a worker that begins then works once it is back', async ({ onTestFinished }) => {
    const { start, enqueue, lines, network } = await createWorld(onTestFinished)
    const done: number[] = []
    await start(async (id) => void done.push(id))
    await network.turn(state)
    await vi.waitUntil(() => lines.length > 0, PATIENCE)
    await network.turn('through')
    await enqueue(1)
    await vi.waitUntil(() => done.length === 1, PATIENCE)
  })

  it('a worker stops without waiting for it', async ({ onTestFinished }) => {
    const { start, network } = await createWorld(onTestFinished)
    const runner = await start(async () => undefined)
    await network.turn(state)
    const before = performance.now()
    await runner.stop()
    expect(performance.now() - before).toBeLessThan(6_000)
  })
})

it.concurrent('a job of a process that is gone is done again by another, one that somebody has is left alone', async ({
  onTestFinished,
}) => {
  const { start, enqueue, jobs, pool } = await createWorld(onTestFinished)
  const done: number[] = []
  const held = Promise.withResolvers<void>()
  const work = async (id: number) => {
    if (id === 1) await held.promise
    done.push(id)
  }
  await start(work, { everyMs: 100, expireMs: 500 })
  await enqueue(1)
  await vi.waitUntil(async () => (await jobs()).some(({ locked }) => locked), PATIENCE)
  await enqueue(2, { runAt: new Date(Date.now() + 60_000) })
  await pool.query(
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
