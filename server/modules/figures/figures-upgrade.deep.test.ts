import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/schema.gen.ts'
import { executeOn, withDatabase } from '#test/database.ts'
import { createTestApp } from '#test/test-app.ts'
import { countAllFigures, figureDifferences } from '#test/worlds/figures-oracle.ts'
import { addMixedPast } from '#test/worlds/figures-world.ts'
import { currentFigures } from './figures.views.ts'
import { type Dimension, measureNames } from './measures.rules.ts'

const THIS = '0150_figures_by_closed_day.sql'
const DIMENSIONS: readonly Dimension[] = [
  'day',
  'campaign',
  'version',
  'region',
  'hour',
  'slice',
  'slice_hour',
  'region_hour',
]
const KEYS = sql.raw('day::text, simulated, campaign_id, version_id, region, hour, line')
const COUNTS = sql.raw(
  `calls ended completed responded option_1 option_2 option_3 option_4 human voicemail no_answer busy declined invalid_number
    provider_fault cancelled unknown seconds timed meetings applications`
    .split(/\s+/)
    .map((name) => `sum(${name})::int as ${name}`)
    .join(', '),
)
const SOME = sql.raw('sum(calls + meetings + applications) > 0')

let urls: { url: string; ownerUrl: string }
let connection: Connection<DB>
/** By the triggers of the version before. */
const before: Partial<Record<Dimension, unknown[]>> = {}
let costsBefore: unknown[]

/** A database of the version before, with a mixed past. */
beforeAll(async () => {
  const server = inject('testServer')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await executeOn(server.ownerUrl, `create database ${name}`)
  urls = { url: withDatabase(server.url, name), ownerUrl: withDatabase(server.ownerUrl, name) }
  const older = (await readMigrations()).filter((migration) => migration.name < THIS)
  await executeOn(
    urls.ownerUrl,
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    ...older.flatMap(({ name, sql, checksum }) => [
      sql,
      `insert into schema_migrations (name, checksum) values ('${name}', '${checksum}')`,
    ]),
    "insert into brokers (name, region, timezone) select 'Mixed ' || n, (array['NSW', 'WA', null])[1 + n % 3], 'Australia/Sydney' from generate_series(1, 7) n",
    "insert into campaigns (name, product, call_script) values ('Spring', 'Loan', 'Hello'), ('Autumn', 'Loan', 'Hello')",
    "insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality) select id, 1, 'Loan', 'p.a.', 'Hello', 'friendly' from campaigns",
    "insert into bdms (name, email, hours, blocks, feed_token) values ('Dana Cole', 'dana@lender.example', '[]', '[]', 'feed')",
  )
  connection = connect<DB>(urls.ownerUrl, 2, () => undefined)
  await addMixedPast(connection.db, {
    campaigns: [
      { id: 1, versionId: 1 },
      { id: 2, versionId: 2 },
    ],
    brokers: Array.from({ length: 7 }, (_, index) => ({ id: index + 1 })),
    ...{ bdmId: 1, from: '2026-03-01T00:00:00Z', days: 60 },
  })
  // of some changes only the difference is stored, of others nothing but what waits
  await executeOn(
    urls.ownerUrl,
    'select fold_figures(100000)',
    "update calls set response = 'option_2' where id % 9 = 0 and response is not null",
  )
  for (const dimension of DIMENSIONS)
    before[dimension] = await read(sql`current_figures where dimension = ${dimension}`)
  costsBefore = await readCosts(sql`current_figures where dimension = 'campaign'`)
  await connection.close()
  await migrate(urls)
  connection = connect<DB>(urls.ownerUrl, 2, () => undefined)
})
afterAll(async () => {
  await connection?.close()
  await executeOn(
    inject('testServer').ownerUrl,
    `drop database ${new URL(urls.url).pathname.slice(1)} with (force)`,
  )
})

async function read(from: ReturnType<typeof sql>): Promise<unknown[]> {
  const { rows } = await sql`select ${KEYS}, ${COUNTS} from ${from} group by 1, 2, 3, 4, 5, 6, 7
    having ${SOME} order by 1, 2, 3, 4, 5, 6, 7`.execute(connection.db)
  return rows
}

async function readCosts(from: ReturnType<typeof sql>): Promise<unknown[]> {
  const { rows } =
    await sql`select day::text, simulated, campaign_id, currency, sum(amount)::float as amount, sum(priced)::int as priced
    from ${from} group by 1, 2, 3, 4 having sum(priced) > 0 order by 1, 2, 3, 4`.execute(connection.db)
  return rows
}

async function expectSameAsBefore(): Promise<void> {
  const figures = await currentFigures(connection)
  for (const dimension of DIMENSIONS)
    expect([dimension, await read(sql`${figures(dimension, measureNames)} f`)]).toEqual([
      dimension,
      before[dimension],
    ])
  expect(await readCosts(sql`${figures('campaign', ['amount', 'priced'])} f`)).toEqual(costsBefore)
  expect(await figureDifferences(connection)).toEqual([])
}

// Covers: analytics-figures-16
it('an upgraded database has the figures of the version before, read live and after the days are counted', async () => {
  expect(before.slice_hour?.length).toBeGreaterThan(300)
  await expectSameAsBefore()
  const app = await createTestApp({ databaseUrl: urls.url, now: () => new Date('2026-11-24T02:00:00Z') })
  try {
    await countAllFigures(app)
    const { rows } = await sql<{ days: number }>`select count(distinct day) as days from figures`.execute(
      connection.db,
    )
    expect(rows[0]?.days).toBeGreaterThan(50)
    await expectSameAsBefore()
  } finally {
    await app.close()
  }
})

it('no trigger, function or partition of the version before is left', async () => {
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  const { rows } =
    await client.query(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and proname ~ 'figures_of|dimensions_of|fold_figures|mend_figures|recounted_figures|figure_differences|count_(calls|brokers)'
    union all select relname from pg_class where relname ~ '^(figures_(slice|hour|cost)|figure_changes|current_figures)'
    union all select tgname from pg_trigger where tgname ~ '_(un)?counted'`)
  await client.end()
  expect(rows).toEqual([])
})
