import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { staffClient } from '#test/worlds/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  const { db } = app.connection
  await db.deleteFrom('brokers').execute()
  for (const name of ['One', 'Two'])
    await db.insertInto('brokers').values({ name, phone: '+61491570156' }).execute()
})

/** Changes the two brokers in this order; in between both transactions wait for each other's first change. */
function changeBoth(names: readonly string[], met: { count: number }): Promise<number> {
  let runs = 0
  return app.ctx().tx(async ({ db }) => {
    runs += 1
    for (const [step, name] of names.entries()) {
      if (step === 1 && runs === 1) {
        met.count += 1
        await vi.waitUntil(() => met.count === 2, PATIENCE)
      }
      const row = await db.selectFrom('brokers').select('company').where('name', '=', name).executeTakeFirst()
      const company = `${row?.company ?? ''}${names[0]?.charAt(0)}`
      await db.updateTable('brokers').set({ company }).where('name', '=', name).execute()
    }
    return runs
  })
}

// Covers: running-29
it('a transaction that PostgreSQL ends for another one is done again from its start', async () => {
  const met = { count: 0 }
  const runs = await Promise.all([changeBoth(['One', 'Two'], met), changeBoth(['Two', 'One'], met)])
  expect(runs.toSorted()).toEqual([1, 2])
  const rows = await app.connection.db.selectFrom('brokers').select('company').orderBy('id').execute()
  // each has changed each once
  for (const { company } of rows) expect(company?.split('').toSorted().join('')).toBe('OT')
})

// Covers: running-29
it('a transaction that waited longer for a lock than the operator allows is done again', async () => {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = app.ctx().tx(async ({ db }) => {
    await db.updateTable('brokers').set({ region: 'VIC' }).execute()
    locked.resolve()
    await held.promise
  })
  await locked.promise
  let runs = 0
  await app.ctx().tx(async ({ db }) => {
    runs += 1
    if (runs === 2) held.resolve()
    await sql`set local lock_timeout = '500ms'`.execute(db)
    if (runs === 1) await sql`set local lock_timeout = '1ms'`.execute(db)
    await db.updateTable('brokers').set({ company: 'Once' }).execute()
  })
  await holder
  expect(runs).toBeGreaterThanOrEqual(2)
  const rows = await app.connection.db.selectFrom('brokers').select(['company', 'region']).execute()
  expect(rows).toEqual(Array(2).fill({ company: 'Once', region: 'VIC' }))
})

// Covers: running-29
it('a request whose transaction never has its turn is told to try again, whatever stands in its way', async () => {
  const staff = await staffClient(app, 'admin')
  await asOwner(
    app.databaseUrl,
    `create function in_the_way() returns trigger language plpgsql as
      $$ begin raise exception using errcode = new.company; end $$`,
    'create trigger in_the_way before insert on brokers for each row execute function in_the_way()',
  )
  try {
    const answers = ['40P01', '40001', '55P03'].map((company, index) =>
      staff.send('POST', '/api/brokers', {
        name: 'Wei Li',
        company,
        email: `wei.li.${index}@example.com`,
        phone: `02 5550 123${index}`,
        callBasis: 'relationship',
      }),
    )
    for (const answer of await Promise.all(answers)) {
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
        503,
        '1',
        { code: 'unavailable', message: 'Too much happened at once. Try again in a moment.' },
      ])
    }
    const gone = await staff.send('POST', '/api/brokers', {
      ...{ name: 'Wei Li', company: '23503', email: 'wei.li@example.com', phone: '02 5550 1239' },
      callBasis: 'relationship',
    })
    expect([gone.statusCode, gone.json()]).toMatchObject([
      409,
      { code: 'conflict', message: expect.stringContaining('has just been deleted') },
    ])
  } finally {
    await asOwner(app.databaseUrl, 'drop trigger in_the_way on brokers')
  }
})

it('what fails in a savepoint leaves the transaction around it as it was', async () => {
  await app.ctx().tx(async (tx) => {
    const { db } = tx
    const refused = tx.inSavepoint(async () => {
      await db.updateTable('brokers').set({ company: 'Lost' }).execute()
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await db.updateTable('brokers').set({ region: 'NSW' }).execute()
  })
  const rows = await app.connection.db.selectFrom('brokers').select(['company', 'region']).execute()
  expect(rows).toEqual([
    { company: null, region: 'NSW' },
    { company: null, region: 'NSW' },
  ])
})

// Covers: running-29
it('a transaction that refers to what another one has deleted meanwhile is done again, once', async () => {
  const { db } = app.connection
  const { id } = await db.selectFrom('brokers').select('id').limit(1).executeTakeFirstOrThrow()
  let runs = 0
  await app.ctx().tx(async (tx) => {
    runs += 1
    const known = await tx.db.selectFrom('brokers').select('id').where('id', '=', id).execute()
    if (runs === 1) await db.deleteFrom('brokers').where('id', '=', id).execute()
    for (const broker of known) {
      await tx.db
        .insertInto('activities')
        .values({ type: 'note', description: '', brokerId: broker.id })
        .execute()
    }
  })
  expect(runs).toBe(2)
  const inVain = app.ctx().tx(async (tx) => {
    runs += 1
    await tx.db.insertInto('activities').values({ type: 'note', description: '', brokerId: id }).execute()
  })
  await expect(inVain).rejects.toMatchObject({ code: '23503' })
  expect(runs).toBe(4)
})
