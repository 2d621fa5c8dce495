import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { findPlaced } from '#server/modules/calls/dispatch/place-call.store.ts'
import { viewCampaign, viewCampaigns } from '#server/modules/campaigns/views.ts'
import { viewLiveness } from '#server/modules/system/liveness/liveness.views.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addCampaign } from '#test/worlds/microsites-world.ts'
import { busyCampaigns } from './dispatch-campaign.store.ts'

const MANY = 4_000
/** Far more than any of them needs, and far less than all rows. */
const FEW = 300

let app: TestApp
let quiet: number
let large: number
let versionId: number

// one campaign that has just dialled thousands, not yet in the planner's statistics, and one that has ended
beforeAll(async () => {
  app = await createTestApp()
  quiet = await addCampaign(app, { status: 'active' })
  large = await addCampaign(app, { status: 'active' })
  const { db } = app.connection
  await db
    .insertInto('campaignDialling')
    .values([quiet, large].map((campaignId) => ({ campaignId, running: true })))
    .onConflict((conflict) => conflict.column('campaignId').doUpdateSet({ running: true }))
    .execute()
  const offer = {
    number: 1,
    product: 'Flex',
    rateType: 'p.a.',
    callScript: 'Hello',
    aiPersonality: 'professional',
  }
  const version = await db
    .insertInto('campaignVersions')
    .values({ campaignId: large, ...offer })
    .returning('id')
    .executeTakeFirstOrThrow()
  versionId = version.id
  await sql`insert into brokers (name) select 'Broker ' || n from generate_series(1, ${MANY}::int) n`.execute(
    db,
  )
  await sql`insert into enrolments (campaign_id, broker_id, simulated, state, due_at)
    select ${large}, id, true, 'waiting', '2026-01-06T00:00:00Z' from brokers`.execute(db)
  const call = async (campaignId: number, minutesAgo: number) =>
    sql`insert into calls (campaign_id, campaign_version_id, broker_id, to_number, provider, simulated, status, created_at)
      select ${campaignId}, ${versionId}, id, '+61491570006', 'simulator', true, 'initiated', now() - make_interval(mins => ${minutesAgo})
      from brokers order by id`.execute(db)
  await call(quiet, 60)
  await call(large, 60)
  await sql`analyze calls, brokers`.execute(db)
  await call(large, 0)
})
afterAll(() => app?.close())

/** How many rows of a table are read meanwhile. */
async function readsOf(table: string, read: (tx: Ctx) => Promise<unknown>): Promise<number> {
  return app.ctx().tx(async (tx) => {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
        from pg_stat_xact_user_tables where relname = ${table}`.execute(tx.db)
      return rows[0]?.count ?? 0
    }
    // PostgreSQL's own default, as a database that is not embedded has it
    await sql`set local random_page_cost = 4`.execute(tx.db)
    const before = await count()
    await read(tx)
    return (await count()) - before
  })
}

it('a campaign reads its own calls of today once, and none of the others', async () => {
  expect(await readsOf('calls', (tx) => viewCampaign(tx, quiet))).toBeLessThan(MANY + FEW)
  // today's figures are counted live: the list reads each call of today once
  const listed = await readsOf('calls', (tx) => viewCampaigns(tx, { limit: 50 }))
  expect(listed).toBeGreaterThan(MANY)
  expect(listed).toBeLessThan(3 * MANY + 1_000 + FEW)
})

it('the dispatcher and the watch over standstills look at the first who is due, not at everybody', async () => {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(app.connection.db)
  const now = rows[0]?.now ?? new Date(0)
  const busy = (tx: Ctx) => busyCampaigns(tx, { simulated: true, now })
  expect(await app.ctx().tx(busy)).toEqual(expect.arrayContaining([quiet, large]))
  expect(await readsOf('enrolments', busy)).toBeLessThan(FEW)
  expect(await readsOf('enrolments', viewLiveness)).toBeLessThan(FEW)
})

it('a dial looks up its own broker, not all before', async () => {
  const newest = await app.connection.db
    .selectFrom('calls')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await sql`analyze calls, brokers`.execute(app.connection.db)
  let found: Awaited<ReturnType<typeof findPlaced>>
  const reads = await readsOf('brokers', async (tx) => {
    found = await findPlaced(tx, newest.id)
  })
  expect(found).toMatchObject({ versionId, broker: { name: `Broker ${MANY}` } })
  expect(reads).toBeLessThan(FEW)
})
