import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { createFiguresApp, FIGURES_NOW as NOW, resetFigures } from '#test/worlds/figures-app.ts'
import { countAllFigures, dueDays, figureDifferences } from '#test/worlds/figures-oracle.ts'
import { countFigures } from './count-figures.ts'
import { countDueDay, reopenDays } from './figures.store.ts'

let app: TestApp
let campaignId: number
beforeAll(async () => {
  ;({ app, campaignId } = await createFiguresApp())
})
afterAll(() => app?.close())
beforeEach(() => resetFigures(app))

const storedRows = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from figures`.execute(app.connection.db)
  return rows[0]?.n ?? 0
}

describe('a change to a closed day', () => {
  // Covers: analytics-figures-16
  it.each([
    [
      'a late cost',
      () =>
        sql`update calls set cost = 9.87, cost_currency = 'AUD' where id in (select id from calls where cost is null limit 1)`,
    ],
    [
      'a cancelled meeting',
      () =>
        sql`update bookings set status = 'cancelled' where status <> 'cancelled' and not test and simulated`,
    ],
    ['a withdrawn application', () => sql`delete from applications where status = 'approved'`],
    [
      'a call moved to another day',
      () =>
        sql`update calls set created_at = created_at - interval '3 days' where id = (select min(id) from calls where not test)`,
    ],
    [
      'a call of a day without calls',
      () =>
        sql`insert into calls (to_number, provider, simulated, created_at) values ('+61491570156', 'simulator', true, '2025-01-05T00:00:00Z')`,
    ],
    ['a deleted campaign', () => sql`delete from campaigns where id = ${campaignId}`],
  ])('is exact immediately and after the recount: %s', async (_name, change) => {
    await change().execute(app.connection.db)
    expect(await dueDays(app.connection)).not.toEqual([])
    expect(await figureDifferences(app.connection)).toEqual([])
    await countAllFigures(app)
    expect(await figureDifferences(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-16
  it('is exact immediately and after the recount: an erased broker', async () => {
    const { db } = app.connection
    const { rows } = await sql<{
      id: number
    }>`insert into brokers (name, region) values ('Zoe Quill', 'NSW') returning id`.execute(db)
    const id = rows[0]?.id ?? 0
    await sql`insert into calls (broker_id, to_number, provider, simulated, status, outcome, finished_at, created_at)
      values (${id}, '+61491570156', 'simulator', true, 'completed', 'human', '2026-11-02T02:00:00Z', '2026-11-02T02:00:00Z')`.execute(
      db,
    )
    await countAllFigures(app)
    const admin = await staffClient(app, 'admin')
    const answer = await admin.send('DELETE', `/api/brokers/${id}`)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    expect(await dueDays(app.connection)).not.toEqual([])
    expect(await figureDifferences(app.connection)).toEqual([])
    await countAllFigures(app)
    expect(await figureDifferences(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-17
  it('marks its day once per transaction, and not when its savepoint is rolled back', async () => {
    const marks = () =>
      sql<{ day: string }>`select day::text from due_days order by day`.execute(app.connection.db)
    await app.connection.db.transaction().execute(async (tx) => {
      const durations = sql`update calls set duration = 4 where created_at < '2026-10-16T13:00:00Z'`
      await sql`savepoint before_change`.execute(tx)
      await durations.execute(tx)
      await sql`rollback to savepoint before_change`.execute(tx)
      await sql`update calls set duration = 5 where created_at < '2026-10-15T13:00:00Z'`.execute(tx)
      await sql`update calls set duration = 6 where created_at < '2026-10-15T13:00:00Z'`.execute(tx)
    })
    expect((await marks()).rows).toEqual([{ day: '2026-10-15' }])
  })

  it('of today marks no day', async () => {
    await sql`insert into calls (to_number, provider, simulated, created_at) values ('+61491570156', 'simulator', true, ${NOW})`.execute(
      app.connection.db,
    )
    await sql`update calls set status = 'completed', outcome = 'human', finished_at = ${NOW} where created_at = ${NOW}`.execute(
      app.connection.db,
    )
    expect(await dueDays(app.connection)).toEqual([])
    expect(await figureDifferences(app.connection)).toEqual([])
  })
})

describe('counting', () => {
  // Covers: analytics-figures-17
  it('by several processes at the same time leaves no double rows', async () => {
    const before = await storedRows()
    await reopenDays(app.ctx())
    await Promise.all(Array.from({ length: 4 }, () => countFigures(app.ctx())))
    await countAllFigures(app)
    expect(await storedRows()).toBe(before)
    expect(await figureDifferences(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-17
  it('takes the mark of a day that ended on the server from which the database was restored', async () => {
    await sql`insert into due_days (day, ended_by) values ('2026-10-20', '9000000000000000')`.execute(
      app.connection.db,
    )
    await countAllFigures(app)
    expect(await dueDays(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-17
  it('leaves a day due when its connection is lost before the commit', async () => {
    await sql`update calls set duration = 7 where created_at < '2026-10-17T13:00:00Z'`.execute(
      app.connection.db,
    )
    const due = await dueDays(app.connection)
    const lost = app.ctx().tx(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
      expect(await countDueDay(tx)).toBe(due[0])
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(app.connection.db)
      await sql`select 1`.execute(tx.db)
    })
    await expect(lost).rejects.toThrow()
    expect(await dueDays(app.connection)).toEqual(due)
    expect(await figureDifferences(app.connection)).toEqual([])
    await countAllFigures(app)
    expect(await figureDifferences(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-17
  it('does not lose a change that commits after its day was counted', async () => {
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query("update calls set duration = 8 where created_at < '2026-10-15T13:00:00Z'")
      await sql`update calls set duration = 9 where created_at >= '2026-10-15T13:00:00Z' and created_at < '2026-10-16T13:00:00Z'`.execute(
        app.connection.db,
      )
      await countAllFigures(app)
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await dueDays(app.connection)).toEqual(['2026-10-15'])
    expect(await figureDifferences(app.connection)).toEqual([])
    await countAllFigures(app)
    expect(await figureDifferences(app.connection)).toEqual([])
  })
})
