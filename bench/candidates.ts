// Candidate selection for scoring names: the index in memory, compared with PostgreSQL with trigrams and phonetic
// surnames, on the same names; how many of the rows of the same person each of them finds. Basis of decision 028.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doubleMetaphone } from 'double-metaphone'
import { sql } from 'kysely'
import { createNameIndex } from '#server/modules/surveillance/names/name-index.rules.ts'
import { scoreNames, WORKING_CUTOFF } from '#server/modules/surveillance/names/name-score.rules.ts'
import { connect } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { nameWorld } from '#test/worlds/name-world.ts'

const ROWS = 60_000
const BROKERS = 500
/** As the design proposes it for the candidates of one name. */
const MOST = 50
const SIMILARITY = 0.3

const { rows, brokers } = nameWorld(ROWS, BROKERS)
const plain = (name: string): string => name.toLowerCase().replace(',', '')
const sound = (word = ''): string => doubleMetaphone(word)[0]
const familyOf = (row: string): string => row.split(',')[0] ?? ''

const begin = performance.now()
const index = createNameIndex<string>('person', (row) => row)
index.add(rows)
const built = performance.now() - begin
const searching = performance.now()
const inMemory = brokers.map((name) => index.search(name, WORKING_CUTOFF.person).map(({ row }) => row))
const memory = BROKERS / ((performance.now() - searching) / 1000)

const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-candidates-'))
const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error } })
try {
  const { db, close } = connect<Record<string, never>>(postgres.ownerUrl, 1, () => undefined)
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create table names (name text, row text, sound text)`.execute(db)
  const table = rows.map((row) => ({ row, name: plain(row), sound: sound(familyOf(row)) }))
  await sql`insert into names select name, row, sound
    from jsonb_to_recordset(${JSON.stringify(table)}::jsonb) as i(name text, row text, sound text)`.execute(
    db,
  )
  await sql`create index on names using gin (name gin_trgm_ops)`.execute(db)
  await sql`create index on names (sound)`.execute(db)
  await sql`vacuum analyze names`.execute(db)
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(SIMILARITY)}, false)`.execute(db)
  const asking = performance.now()
  const inSql: string[][] = []
  for (const name of brokers) {
    const family = sound(name.split(' ').at(-1))
    const found = await sql<{ row: string }>`
      select row from (select row, name from names where name % ${plain(name)} order by name <-> ${plain(name)} limit ${MOST}) a
      union select row from (select row from names where sound = ${family} limit ${MOST}) b`.execute(db)
    inSql.push(
      found.rows
        .map(({ row }) => row)
        .filter((row) => scoreNames('person', name, row).score >= WORKING_CUTOFF.person),
    )
  }
  const asked = BROKERS / ((performance.now() - asking) / 1000)
  const all = brokers.map((_, at) => new Set([...(inMemory[at] ?? []), ...(inSql[at] ?? [])]).size)
  const total = all.reduce((sum, one) => sum + one, 0)
  const found = (lists: string[][]) =>
    ((100 * lists.reduce((sum, list) => sum + new Set(list).size, 0)) / total).toFixed(1)
  console.log(
    `in memory: ${Math.round(memory)} brokers a second, ${found(inMemory)}% of what either finds, index built in ${Math.round(built)} ms`,
  )
  console.log(`in SQL: ${Math.round(asked)} brokers a second, ${found(inSql)}% of what either finds`)
  console.log(`in memory is ${(memory / asked).toFixed(1)} times as fast`)
  if (memory < asked) process.exitCode = 1
  await close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
