import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, it } from 'vitest'
import { reportWrittenTables } from './written-tables.ts'

interface Tables {
  brokers: { id: number; name: string }
  brokerLists: { id: number; brokerId: number }
}

function world() {
  const written = new Set<string>()
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withPlugin(reportWrittenTables((table) => written.add(table)))
  const take = (): string[] => {
    const tables = [...written].toSorted()
    written.clear()
    return tables
  }
  return { db, take }
}

it('reports the table of each kind of write, and none of a read', async () => {
  const { db, take } = world()
  await db.selectFrom('brokers').selectAll().execute()
  expect(take()).toEqual([])
  await db.insertInto('brokers').values({ id: 1, name: 'update calls' }).execute()
  expect(take()).toEqual(['brokers'])
  await db.updateTable('brokerLists as l').set({ brokerId: 2 }).execute()
  expect(take()).toEqual(['brokerLists'])
  await db.deleteFrom('brokerLists').where('id', '=', 1).execute()
  expect(take()).toEqual(['brokerLists'])
})

it('reports writes inside a WITH clause and in raw statements, also nested ones', async () => {
  const { db, take } = world()
  await db
    .with('gone', (inner) => inner.deleteFrom('brokerLists').returning('id'))
    .selectFrom('gone')
    .selectAll()
    .execute()
  expect(take()).toEqual(['brokerLists'])
  const inner = sql`delete from broker_lists where id = ${1}`
  await sql`with gone as (${inner} returning *) insert into brokers (id) select id from gone`.execute(db)
  expect(take()).toEqual(['brokerLists', 'brokers'])
  await sql`MERGE INTO "brokers" b USING broker_lists l ON l.broker_id = b.id WHEN MATCHED THEN DO NOTHING`.execute(
    db,
  )
  expect(take()).toEqual(['brokers'])
})
