import { Kysely, type QueryId, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { CamelCase, camelCased } from './camel-case.ts'

const named = async (rows: Record<string, unknown>[]) => {
  const queryId = {} as QueryId // the query's id does not matter
  return (await new CamelCase().transformResult({ result: { rows }, queryId })).rows
}

describe('the columns of a result', () => {
  it('are named as the code names them, in each row', async () => {
    expect(
      await named([
        { id: 1, created_at: 'a', option_1: null },
        { id: 2, created_at: 'b', option_1: 0 },
      ]),
    ).toEqual([
      { id: 1, createdAt: 'a', option1: null },
      { id: 2, createdAt: 'b', option1: 0 },
    ])
  })

  it('keep what is in them', async () => {
    expect(await named([{ bdm_json: { first_name: 'Mei' } }])).toEqual([{ bdmJson: { first_name: 'Mei' } }])
  })

  it('may be none', async () => {
    expect(await named([])).toEqual([])
    expect(await named([{}])).toEqual([{}])
  })
})

describe('the names in a statement', () => {
  it('are written as the database has them, wherever they stand', () => {
    // compiling does not query a database
    const db = new Kysely<{ callEvents: { callId: number; createdAt: Date } }>(
      camelCased({ pool: new pg.Pool() }),
    )
    const statement = db
      .selectFrom('callEvents as lastEvents')
      .select(['lastEvents.callId', sql`max(${sql.ref('lastEvents.createdAt')})`.as('newestOne')])
      .where('callId', '=', 7)
      .compile()
    expect(statement.sql).toBe(
      'select "last_events"."call_id", max("last_events"."created_at") as "newest_one"' +
        ' from "call_events" as "last_events" where "call_id" = $1',
    )
    expect(db.deleteFrom(sql<object>`${sql.table('odd"Name')}`.as('o')).compile().sql).toBe(
      'delete from "odd""_name" as "o"',
    )
  })
})
