import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { inSavepoint } from './attempt.ts'

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
        await vi.waitUntil(() => met.count === 2)
      }
      const row = await db.selectFrom('brokers').select('company').where('name', '=', name).executeTakeFirst()
      const company = `${row?.company ?? ''}${names[0]?.charAt(0)}`
      await db.updateTable('brokers').set({ company }).where('name', '=', name).execute()
    }
    return runs
  })
}

it('a transaction that PostgreSQL ends for another one is done again from its start', async () => {
  const met = { count: 0 }
  const runs = await Promise.all([changeBoth(['One', 'Two'], met), changeBoth(['Two', 'One'], met)])
  expect(runs.toSorted()).toEqual([1, 2])
  const rows = await app.connection.db.selectFrom('brokers').select('company').orderBy('id').execute()
  // each has changed each once
  for (const { company } of rows) expect(company?.split('').toSorted().join('')).toBe('OT')
})

it('what fails in a savepoint leaves the transaction around it as it was', async () => {
  await app.ctx().tx(async ({ db }) => {
    const refused = inSavepoint(db, async () => {
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
