import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { executeOn, withDatabase } from '#test/database.ts'
import { migrate, readMigrations } from './migrate.ts'

const THIS = '0067_partitions.sql'
const YEARS_AHEAD = '2071-05-01T00:00:00Z'

let urls: { url: string; ownerUrl: string }
let owner: pg.Client
let app: pg.Client
/** Rows as they were before the migration. */
let before: { events: unknown[]; decisions: unknown[] }

const rowsOf = async (table: string): Promise<unknown[]> =>
  (await owner.query(`select to_jsonb(t) - 'called_at' as row from ${table} t order by t.id`)).rows

/** The partitions in which rows are, with how many. */
const placesOf = async (table: string): Promise<Record<string, number>> => {
  const { rows } = await owner.query<{ place: string; rows: number }>(
    `select tableoid::regclass::text as place, count(*)::int as rows from ${table} group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ place, rows: count }) => [place.replace('partitions.', ''), count]))
}

/** A database of the version before, with calls of three months, and one whose clock was decades ahead. */
async function olderDatabase(): Promise<void> {
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
    "insert into brokers (name) values ('Ann Walker'), ('Bea Chen')",
    "insert into campaigns (name, product, call_script) values ('Spring', 'Loan', 'Hello')",
    "insert into enrolments (campaign_id, broker_id, simulated, state, due_at) values (1, 1, false, 'done', now()), (1, 2, false, 'done', now())",
    `insert into calls (campaign_id, broker_id, enrolment_id, attempt, decision_id, provider, simulated, to_number, created_at)
     select 1, 1 + n % 2, 1 + n % 2, n, n, 'twilio', false, '+61491570156', at
     from unnest(array['2026-08-31T23:59:59.999999Z', '2026-09-01T00:00:00Z', '2026-10-15T01:02:03.456789Z', '${YEARS_AHEAD}']::timestamptz[])
       with ordinality calls (at, n)`,
    `insert into call_events (call_id, key, kind, at, data, received_at)
     select id, kind, kind, now(), jsonb_build_object('of', id), now() from calls, unnest(array['ringing', 'ended']) kind`,
    // a number that was given and not used is not given again
    "select nextval('call_events_id_seq')",
    `insert into call_decisions (campaign_id, broker_id, enrolment_id, verdict, reasons, facts, rules_version, data_versions, judged_at, decided_at)
     select campaign_id, broker_id, enrolment_id, 'call', '[{"code": "allowed"}]', jsonb_build_object('of', id), '3', '{}', created_at, created_at from calls`,
  )
}

beforeAll(async () => {
  await olderDatabase()
  owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  before = { events: await rowsOf('call_events'), decisions: await rowsOf('call_decisions') }
  await migrate(urls)
  app = new pg.Client({ connectionString: urls.url })
  await app.connect()
})
afterAll(async () => {
  await Promise.all([owner?.end(), app?.end()])
  await executeOn(inject('testServer').ownerUrl, `drop database ${new URL(urls.url).pathname.slice(1)}`)
})

const addEvent = (callId: number, key: string): Promise<pg.QueryResult> =>
  app.query(
    `insert into call_events (call_id, called_at, key, kind, at) select id, created_at, $2, 'ringing', now() from calls
     where id = $1 on conflict do nothing returning id::int`,
    [callId, key],
  )

describe('events and decisions of before', () => {
  // Covers: running-13
  it('are all there as they were, each in its month', async () => {
    expect(before.events).toHaveLength(8)
    expect(await rowsOf('call_events')).toEqual(before.events)
    expect(await rowsOf('call_decisions')).toEqual(before.decisions)
    expect(await placesOf('call_events')).toEqual({
      call_events_2026_08: 2,
      call_events_2026_09: 2,
      call_events_2026_10: 2,
      call_events_default: 2,
    })
    expect(await placesOf('call_decisions')).toEqual({
      call_decisions_2026_08: 1,
      call_decisions_2026_09: 1,
      call_decisions_2026_10: 1,
      call_decisions_default: 1,
    })
  })

  // Covers: running-13
  it('keep their numbers, and new ones get others', async () => {
    const { rows } = await addEvent(1, 'later')
    expect(rows).toEqual([{ id: before.events.length + 2 }])
  })
})

describe('an event', () => {
  // Covers: running-14
  it('is stored once, whatever month it is told in', async () => {
    expect((await addEvent(2, 'answered')).rowCount).toBe(1)
    expect((await addEvent(2, 'answered')).rowCount).toBe(0)
    expect((await addEvent(3, 'answered')).rowCount).toBe(1)
  })

  // Covers: running-14
  it('lies nowhere but in the month of its call', async () => {
    await expect(
      app.query(
        "insert into call_events (call_id, called_at, key, kind, at) select id, created_at + interval '1 microsecond', 'ringing', 'ringing', now() from calls where id = 2",
      ),
    ).rejects.toThrow('violates foreign key constraint')
  })

  // Covers: running-14
  it('moves with its call, and is still stored once', async () => {
    await app.query("update calls set created_at = created_at - interval '1 month' where id = 2")
    const { rows } = await owner.query(
      'select distinct tableoid::regclass::text as place from call_events where call_id = 2',
    )
    expect(rows).toEqual([{ place: 'partitions.call_events_2026_08' }])
    expect((await addEvent(2, 'answered')).rowCount).toBe(0)
  })

  // Covers: running-14
  it('goes with its call', async () => {
    await app.query('delete from calls where id = 3')
    expect((await owner.query('select from call_events where call_id = 3')).rowCount).toBe(0)
  })
})

describe('a decision', () => {
  // Covers: running-14
  it('stays without the broker, the campaign and the enrolment that it was about, and is not changed otherwise', async () => {
    await app.query('delete from brokers where id = 1')
    await app.query('delete from campaigns where id = 1')
    const { rows } = await owner.query(
      'select distinct campaign_id, enrolment_id, count(*)::int as rows, count(broker_id)::int as named from call_decisions group by 1, 2',
    )
    expect(rows).toEqual([{ campaign_id: null, enrolment_id: null, rows: 4, named: 2 }])
    for (const change of ["update call_decisions set verdict = 'later'", 'delete from call_decisions'])
      await expect(owner.query(change)).rejects.toThrow('call_decisions is append-only')
  })
})

describe('months', () => {
  const makeMonths = (): Promise<pg.QueryResult> => app.query('select make_months()')

  // Covers: running-15
  it('are there for this one and the next three, and are not made again', async () => {
    const partitions = async (): Promise<string[]> =>
      (
        await owner.query<{ name: string }>(
          "select relname as name from pg_class where relnamespace = 'partitions'::regnamespace and relkind = 'r' order by 1",
        )
      ).rows.map(({ name }) => name)
    const { rows } = await owner.query<{ name: string }>(
      "select to_char((now() at time zone 'UTC') + make_interval(months => n), 'YYYY_MM') as name from generate_series(0, 3) n",
    )
    const made = await partitions()
    for (const { name } of rows)
      expect(made).toEqual(expect.arrayContaining([`call_events_${name}`, `call_decisions_${name}`]))
    await makeMonths()
    expect(await partitions()).toEqual(made)
  })

  // Covers: running-15
  it('are made for rows that came without one, which move there with their numbers and rules', async () => {
    const decide = (at: string): Promise<pg.QueryResult<{ id: number }>> =>
      app.query(
        `insert into call_decisions (verdict, reasons, facts, rules_version, data_versions, judged_at, decided_at)
         values ('never', '[]', '{}', '3', '{}', $1, $1) returning id`,
        [at],
      )
    const { rows } = await decide('2025-01-31T23:00:00Z')
    await decide('2025-02-01T00:00:00Z')
    await app.query(
      "insert into calls (provider, simulated, to_number, created_at) values ('twilio', false, '+61491570157', '2025-01-05')",
    )
    const { rows: calls } = await app.query('select max(id) as id from calls')
    await addEvent(calls[0].id, 'ringing')
    expect((await app.query('select rows_without_month() as rows')).rows).toEqual([{ rows: 3 + 3 }])
    await makeMonths()
    expect(await placesOf('call_decisions')).toMatchObject({
      call_decisions_2025_01: 1,
      call_decisions_2025_02: 1,
    })
    expect(await placesOf('call_events')).toMatchObject({ call_events_2025_01: 1 })
    const moved = await owner.query("select id from call_decisions where decided_at < '2025-02-01'")
    expect(moved.rows).toEqual(rows)
    expect((await addEvent(calls[0].id, 'ringing')).rowCount).toBe(0)
    await expect(owner.query('delete from call_decisions')).rejects.toThrow('append-only')
    await app.query('delete from calls where id = $1', [calls[0].id])
    expect(await placesOf('call_events')).not.toHaveProperty('call_events_2025_01')
  })

  // Covers: running-15
  it('are not made for times that are out of reach, whose rows stay where they are', async () => {
    const { call_events_default, call_decisions_default } = {
      ...(await placesOf('call_events')),
      ...(await placesOf('call_decisions')),
    }
    expect([call_events_default, call_decisions_default]).toEqual([2, 1])
    expect((await app.query('select rows_without_month() as rows')).rows).toEqual([{ rows: 3 }])
  })

  // Covers: running-15
  it('give up at once where others hold the table up, and take nothing with them', async () => {
    await app.query(
      `insert into call_decisions (verdict, reasons, facts, rules_version, data_versions, judged_at, decided_at)
       values ('never', '[]', '{}', '3', '{}', now(), '2025-06-01')`,
    )
    await owner.query('begin')
    await owner.query('select from call_decisions')
    await expect(makeMonths()).rejects.toThrow('lock timeout')
    await owner.query('commit')
    await makeMonths()
    expect(await placesOf('call_decisions')).toMatchObject({ call_decisions_2025_06: 1 })
  })
})
