import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { findNewest } from './searched-rows.ts'

let app: TestApp
/** As they were made: 1,200 of one action, 2,500 of another, and one of the first in twenty of a third thousand. */
beforeAll(async () => {
  app = await createTestApp()
  await sql`insert into audit_log (actor, action, subject_type)
    select 'system', case when n <= 1200 or (n > 3700 and n % 20 = 0) then 'call.ended'
      when n = 3000 then 'call.started' else 'call.listened' end, 'call'
    from generate_series(1, 4700) as n order by n`.execute(app.connection.db)
})
afterAll(() => app.close())

const ofAction = (action: string) =>
  app.connection.db.selectFrom('auditLog').select('id').where('action', '=', action)

/** The expected page, read with a plain query. */
async function expected(action: string, before: number | null): Promise<number[]> {
  const rows = await ofAction(action).execute()
  const ids = rows.map(({ id }) => id).filter((id) => before === null || id < before)
  return ids.sort((one, other) => other - one).slice(0, 51)
}

const find = (action: string, before: number | null) =>
  findNewest(app.connection.db, ofAction(action), { table: 'audit_log', before, most: 51 })

describe('a page of what a search finds', () => {
  it('is the newest of it, page after page, where it is near and where it is far', async () => {
    let before: number | null = null
    let seen = 0
    for (let page = 0; page < 30; page++) {
      const { ids, total } = await find('call.ended', before)
      expect(ids).toEqual(await expected('call.ended', before))
      expect(total).toBe(1001)
      seen += ids.length
      before = ids.at(-1) ?? null
      if (ids.length < 51) break
    }
    expect(seen).toBe(1250)
  })

  it('is counted where it is few', async () => {
    const { ids, total } = await find('call.started', null)
    expect([ids, total]).toEqual([await expected('call.started', null), 1])
    expect(await find('call.started', ids[0] ?? 0)).toEqual({ ids: [], total: 1 })
    expect(await find('call.never', null)).toEqual({ ids: [], total: 0 })
  })
})
