import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { until } from '#test/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { createBus } from './bus.ts'
import { type BaseCtx, CHANGES_CHANNEL, createCtx } from './ctx.ts'
import { type Connection, connect } from './db/database.ts'
import { defineJob } from './jobs/job.ts'

type Ctx = BaseCtx<object, Record<never, never>, object, never>

let database: TestDatabase
let connection: Connection<object>
let ctx: Ctx
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, 3, () => undefined)
  ctx = createCtx({
    db: connection.db,
    now: () => new Date(),
    actor: { kind: 'system', name: 'test' },
    requestId: 'test',
    log: pino({ level: 'silent' }),
    providers: {},
    bus: createBus<Record<never, never>, Ctx>([]),
  })
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

it('what fails in a savepoint leaves none of its jobs and topics, and what came before and after it stays', async () => {
  const job = defineJob('thing', z.object({ id: z.number() }))
  const client = await connection.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ payload }) => void heard.push(payload ?? ''))
  await client.query(`listen ${CHANGES_CHANNEL}`)
  await ctx.tx(async (tx) => {
    await tx.enqueue(job, { id: 1 })
    tx.changed('brokers')
    const refused = tx.inSavepoint(async () => {
      await tx.enqueue(job, { id: 2 })
      tx.changed('brokers', 'bookings')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await tx.inSavepoint(async () => tx.changed('tasks'))
    await tx.enqueue(job, { id: 3 })
  })
  await until('the screens were told', async () => heard.length > 0)
  client.release(true)
  expect(heard.map((payload) => JSON.parse(payload))).toEqual([{ topics: ['brokers', 'tasks'] }])
  const { rows } = await connection.pool.query(
    'select payload from graphile_worker._private_jobs order by id',
  )
  expect(rows.map(({ payload }) => payload.id)).toEqual([1, 3])
})

it('is for transactions', async () => {
  await expect(ctx.inSavepoint(async () => undefined)).rejects.toThrow('needs a transaction')
})
