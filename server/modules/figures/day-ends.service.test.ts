import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { createFiguresApp, resetFigures, FIGURES_TODAY as TODAY } from '#test/worlds/figures-app.ts'
import { countAllFigures, dueDays, figureDifferences } from '#test/worlds/figures-oracle.ts'
import { setSydneyToday } from '#test/worlds/figures-world.ts'
import { countFigures } from './count-figures.ts'
import { closeDays } from './figures.store.ts'
import { currentFigures } from './figures.views.ts'
import { type Measures, measures } from './measures.rules.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await createFiguresApp())
})
afterAll(() => app?.close())
beforeEach(() => resetFigures(app))

describe('the end of a day', () => {
  const insert = (at: string): string =>
    `insert into calls (to_number, provider, simulated, created_at) values ('+61491570156', 'simulator', true, '${at}')`
  const callsByDay = async () => {
    const figures = await currentFigures(app.ctx())
    const { rows } =
      await sql`select day::text, sum(calls)::int as calls from ${figures('day', ['calls'], { from: TODAY })} f group by day order by day`.execute(
        app.connection.db,
      )
    return rows
  }

  // Covers: analytics-figures-16
  it('is midnight in Sydney, to the second', async () => {
    await sql.raw(insert('2026-11-24T12:59:59.999Z')).execute(app.connection.db)
    await sql.raw(insert('2026-11-24T13:00:00Z')).execute(app.connection.db)
    const days = [
      { day: '2026-11-24', calls: 1 },
      { day: '2026-11-25', calls: 1 },
    ]
    expect(await callsByDay()).toEqual(days)
    await asOwner(app.databaseUrl, setSydneyToday('2026-11-25'))
    expect(await callsByDay()).toEqual(days)
    await countAllFigures(app)
    expect(await callsByDay()).toEqual(days)
    const { rows } = await sql`select distinct day::text from figures where day >= ${TODAY}`.execute(
      app.connection.db,
    )
    expect(rows).toEqual([{ day: '2026-11-24' }])
  })

  // Covers: analytics-figures-16
  it('waits for transactions that began before midnight', async () => {
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(insert('2026-11-24T12:59:59Z'))
      await asOwner(app.databaseUrl, setSydneyToday('2026-11-25'))
      await countFigures(app.ctx())
      expect(await dueDays(app.connection)).toEqual([TODAY])
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await callsByDay()).toEqual([{ day: TODAY, calls: 1 }])
    await countAllFigures(app)
    expect(await callsByDay()).toEqual([{ day: TODAY, calls: 1 }])
    expect(await figureDifferences(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-16
  it('is right on the days of 23 and 25 hours', async () => {
    // summer time began on 4 October and ended on 5 April
    for (const midnight of [
      '2026-10-03T14:00:00Z',
      '2026-10-04T13:00:00Z',
      '2026-04-04T13:00:00Z',
      '2026-04-05T14:00:00Z',
    ]) {
      const at = new Date(midnight).getTime()
      for (const instant of [at - 1, at])
        await sql.raw(insert(new Date(instant).toISOString())).execute(app.connection.db)
    }
    const byDay = async () => {
      const figures = await currentFigures(app.ctx())
      const { rows } = await sql<{ day: string; calls: number }>`select day::text, sum(calls)::int as calls
        from ${figures('day', ['calls'], { to: '2026-10-06' })} f group by day order by day`.execute(
        app.connection.db,
      )
      return Object.fromEntries(rows.map(({ day, calls }) => [day, calls]))
    }
    const days = {
      ...{ '2026-04-04': 1, '2026-04-05': 2, '2026-04-06': 1 },
      ...{ '2026-10-03': 1, '2026-10-04': 2, '2026-10-05': 1 },
    }
    expect(await byDay()).toEqual(days)
    await countAllFigures(app)
    expect(await byDay()).toEqual(days)
    expect(await figureDifferences(app.connection)).toEqual([])
  })

  // Covers: analytics-figures-17
  it('moves back with a clock that was ahead', async () => {
    await asOwner(app.databaseUrl, setSydneyToday('2026-12-20'))
    await countAllFigures(app)
    await asOwner(app.databaseUrl, setSydneyToday(TODAY))
    await app.ctx().tx((tx) => closeDays(tx))
    await sql.raw(insert('2026-11-30T02:00:00Z')).execute(app.connection.db)
    expect(await dueDays(app.connection)).toEqual([])
    expect(await figureDifferences(app.connection)).toEqual([])
  })
})

describe('a new measure', () => {
  const extended: Measures = {
    ...measures,
    long_calls: { source: 'calls', type: 'int', value: 'case when duration > 60 then 1 else 0 end' },
  }
  const longCalls = async (): Promise<unknown> => {
    const figures = await currentFigures<'long_calls'>(app.ctx(), extended)
    const { rows } = await sql<{
      n: number
    }>`select sum(long_calls)::int as n from ${figures('campaign', ['long_calls'])} f`.execute(
      app.connection.db,
    )
    return rows[0]?.n
  }

  // Covers: analytics-figures-16
  it('has values for old days without a migration, before and after they are counted with it', async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from calls where not test and duration > 60`.execute(app.connection.db)
    const [expected] = rows
    expect(expected?.n).toBeGreaterThan(20)
    expect(await longCalls()).toBe(expected?.n)
    await countAllFigures(app, extended)
    expect(await longCalls()).toBe(expected?.n)
    const stored = await sql<{
      n: number
    }>`select sum((counts->>'long_calls')::int)::int as n from figures where dimension = 'campaign'`.execute(
      app.connection.db,
    )
    // a process of the version before reads all days live
    expect(stored.rows[0]?.n).toBe(expected?.n)
    expect(await figureDifferences(app.connection)).toEqual([])
  })
})
