import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type BaseCtx, createCtx } from '#server/platform/ctx.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { until } from '#test/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { createBus, type Listeners } from '../bus.ts'
import { defineJob, handleJob, type JobHandler } from './job.ts'
import { type JobRunner, startJobs } from './runner.ts'

interface Events {
  'thing.made': { id: number }
}
type Ctx = BaseCtx<object, Events, object, never>

const job = defineJob('thing', z.object({ id: z.number() }), { maxAttempts: 3 })
const marker = defineJob('marker', z.object({}))
const log = pino({ level: 'silent' })

let database: TestDatabase
let connection: Connection<object>
let runner: JobRunner | null = null

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, 10, () => undefined)
})
afterEach(async () => {
  await runner?.stop()
  runner = null
  await connection.pool.query('delete from graphile_worker._private_jobs')
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

function makeCtx(listeners: Listeners<Events, Ctx>[] = []): Ctx {
  return createCtx({
    db: connection.db,
    now: () => new Date(),
    actor: { kind: 'system', name: 'test' },
    requestId: 'test',
    log,
    providers: {},
    bus: createBus<Events, Ctx>(listeners),
  })
}

async function work(...handlers: JobHandler<Ctx>[]): Promise<void> {
  runner = await startJobs({ pool: connection.pool, handlers, concurrency: 2, ctx: () => makeCtx(), log })
}

/** A handler that records its jobs. */
function taker(): { done: number[]; handler: JobHandler<Ctx> } {
  const done: number[] = []
  return { done, handler: handleJob(job, async (_ctx: Ctx, { id }) => void done.push(id)) }
}

describe('a background job', () => {
  it('starts once its transaction has committed, and never when that is taken back', async () => {
    const { done, handler } = taker()
    await work(handler)
    const ctx = makeCtx()
    const failing = ctx.tx(async (tx) => {
      await tx.enqueue(job, { id: 1 })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await ctx.tx(async (tx) => {
      await tx.enqueue(job, { id: 2 })
      expect(done).toEqual([])
    })
    await until('the job runs', async () => done.length > 0)
    expect(done).toEqual([2])
  })

  it('is one of several of its transaction, and the last of those with its key', async () => {
    const { done, handler } = taker()
    await makeCtx().tx(async (tx) => {
      for (const id of [1, 2, 3]) await tx.enqueue(job, { id })
      for (const id of [4, 5]) await tx.enqueue(job, { id }, { key: 'the same' })
      await tx.as({ kind: 'system', name: 'another' }).enqueue(job, { id: 6 }, { key: 'its own' })
    })
    await makeCtx().tx(async (tx) => tx.enqueue(job, { id: 7 }, { key: 'the same' }))
    await work(handler)
    await until('all jobs run', async () => done.length >= 5)
    expect(done.toSorted()).toEqual([1, 2, 3, 6, 7])
  })

  it('is refused where it is asked for, when its payload is not what it takes', async () => {
    await makeCtx().tx(async (tx) => {
      await expect(tx.enqueue(job, { id: 'one' } as never)).rejects.toThrow('Expected number')
      await tx.enqueue(marker, {})
    })
    const { rows } = await connection.pool.query('select task_identifier from graphile_worker.jobs')
    expect(rows).toEqual([{ task_identifier: 'marker' }])
  })

  it('waits for its time', async () => {
    const { done, handler } = taker()
    const ctx = makeCtx()
    await ctx.enqueue(job, { id: 1 }, { runAt: new Date(Date.now() + 3_600_000) })
    await ctx.enqueue(job, { id: 2 })
    await work(handler)
    await until('the job that is due runs', async () => done.length > 0)
    expect(done).toEqual([2])
  })

  it('replaces a waiting one with the same key', async () => {
    const { done, handler } = taker()
    const ctx = makeCtx()
    await ctx.enqueue(job, { id: 1 }, { key: 'same' })
    await ctx.enqueue(job, { id: 2 }, { key: 'same' })
    await ctx.enqueue(job, { id: 3 })
    await work(handler)
    await until('both run', async () => done.length === 2)
    expect(done.toSorted()).toEqual([2, 3])
  })

  it('is kept with its error when it fails, and tried again later', async () => {
    let tries = 0
    await work(
      handleJob(job, async () => {
        tries += 1
        throw new Error('the line is down')
      }),
    )
    await makeCtx().enqueue(job, { id: 1 })
    const failed = async () =>
      (
        await connection.pool.query(
          'select attempts, max_attempts, last_error, run_at > now() as later from graphile_worker.jobs',
        )
      ).rows
    await until('the failure is written down', async () => (await failed())[0]?.last_error !== null)
    expect(await failed()).toEqual([
      { attempts: 1, max_attempts: 3, last_error: 'the line is down', later: true },
    ])
    expect(tries).toBe(1)
  })

  it('with a payload that its schema does not take is refused before it is written', async () => {
    await expect(makeCtx().enqueue(job, { id: 'x' } as never)).rejects.toThrow()
    const { rows } = await connection.pool.query('select from graphile_worker.jobs')
    expect(rows).toEqual([])
  })

  it('under way is finished before the worker stops', async () => {
    let begun = false
    let ended = false
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await work(
      handleJob(job, async () => {
        begun = true
        await held
        ended = true
      }),
    )
    await makeCtx().enqueue(job, { id: 1 })
    await until('the job begins', async () => begun)
    const stopped = runner?.stop()
    release()
    await stopped
    runner = null
    expect(ended).toBe(true)
  })

  it('has one handler', async () => {
    const { handler } = taker()
    await expect(work(handler, handler)).rejects.toThrow('Two handlers for the job thing')
  })

  // Covers: running-23
  it('that is periodic is planned once, however many workers there are', async () => {
    const handler = handleJob(marker, async () => undefined, { cron: '17 * * * *' })
    await work(handler)
    const others = await startJobs({
      pool: connection.pool,
      handlers: [handler],
      concurrency: 1,
      ctx: () => makeCtx(),
      log,
    })
    await others.stop()
    const { rows } = await connection.pool.query(
      'select identifier from graphile_worker._private_known_crontabs',
    )
    expect(rows).toEqual([{ identifier: 'marker' }])
  })
})

describe('an event', () => {
  it('is heard in module order inside the transaction of who tells it', async () => {
    const heard: string[] = []
    const ctx = makeCtx([
      { 'thing.made': async (tx, { id }) => void heard.push(`first ${id} ${tx.inTransaction}`) },
      {},
      { 'thing.made': async (tx, { id }) => void heard.push(`second ${id} ${tx.inTransaction}`) },
    ])
    await ctx.tx((tx) => tx.emit('thing.made', { id: 7 }))
    expect(heard).toEqual(['first 7 true', 'second 7 true'])
  })

  it('takes everything back when a listener fails', async () => {
    const ctx = makeCtx([
      { 'thing.made': async (tx) => tx.enqueue(marker, {}) },
      { 'thing.made': async () => Promise.reject(new Error('no')) },
    ])
    await expect(ctx.tx((tx) => tx.emit('thing.made', { id: 7 }))).rejects.toThrow('no')
    expect((await connection.pool.query('select from graphile_worker.jobs')).rows).toEqual([])
  })

  it('cannot be told outside a transaction, nor can a change', async () => {
    await expect(makeCtx().emit('thing.made', { id: 1 })).rejects.toThrow(
      "emit('thing.made') needs a transaction",
    )
    expect(() => makeCtx().changed('tasks')).toThrow('changed(tasks) needs a transaction')
  })

  it('goes out as one message for a transaction, nested ones included', async () => {
    const client = await connection.pool.connect()
    const messages: string[] = []
    client.on('notification', ({ payload }) => messages.push(payload ?? ''))
    try {
      await client.query('listen brokerline_changes')
      await makeCtx().tx(async (tx) => {
        tx.changed('brokers')
        await tx.tx(async (inner) => inner.changed('audit', 'brokers'))
      })
      await until('the message arrives', async () => messages.length > 0)
      expect(messages).toEqual(['{"topics":["audit","brokers"]}'])
    } finally {
      await client.query('unlisten *')
      client.removeAllListeners('notification')
      client.release()
    }
  })
})
