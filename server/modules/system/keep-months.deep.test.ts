import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoWorld } from '#server/demo/world.ts'
import { endpoints } from '#server/endpoints.ts'
import { exportRecords } from '#server/modules/brokers/person-records.ts'
import { exportCalls } from '#server/modules/calls/person-calls.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { figureDifferences } from '#test/worlds/figures-oracle.ts'
import { keepMonths } from './keep-months.ts'

/** The four months of the demo world's calls span five calendar months. */
const NOW = new Date('2026-11-05T12:00:00+11:00')
/** Streams, sign-in and sign-out, and responses that contain waiting times. */
const NOT_READS = /^\/api\/(events|login|logout|system|system\/liveness)$/
/** Reads that are logged in the data that they return, or that store a prepared result on first use. */
const NOTED = /^\/api\/(audit(\/export)?|document-access|brokers\/\d+\/export|calls\/\d+\/waveform)$/
/** Parts in which two consecutive responses may differ. */
const PASSING = /"(now|requestId|lastSeenAt)":("[^"]*"|[\d.]+)|[?&]signature=[\w-]+/g

let app: TestApp
let admin: Client
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  app = await createTestApp({ now: () => NOW, log })
  await loadDemoWorld(app.ctx())
  admin = await staffClient(app, 'admin')
  await asOwner(app.databaseUrl, ONE_TABLE)
})
afterAll(() => app?.close())

/** Calls of several months, and all other rows with these ids. */
const IDS = ['1', '2', '3', '150', '424', '606']

/** Merges all months into the default partitions, as if there were no monthly ones. */
const ONE_TABLE = `
  do $$ declare kept record; begin
    for kept in select p.oid::regclass as month, i.inhparent::regclass as whole, p.relname like '%default' as rest
      from pg_class p join pg_inherits i on i.inhrelid = p.oid
      where i.inhparent in (select name::regclass from kept_by_month()) and p.relkind = 'r' order by rest
    loop
      continue when kept.rest;
      execute format('alter table %s detach partition %s', kept.whole, kept.month);
      execute format('insert into partitions.%I overriding system value select * from %s', kept.whole || '_default', kept.month);
      execute format('drop table %s', kept.month);
    end loop;
  end $$`

const partitions = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; rows: number }>`
    select tableoid::regclass::text as name, count(*)::int as rows from call_events group by 1
    union all select tableoid::regclass::text, count(*)::int from call_decisions group by 1`.execute(
    app.connection.db,
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name.replace('partitions.', ''), count]))
}

/** Every read and export of the API for some records, with all permissions. */
async function everyAnswer(): Promise<Map<string, string>> {
  const urls = endpoints
    .filter(({ method, path }) => method === 'GET' && !NOT_READS.test(path))
    .flatMap(({ path }) => (path.includes(':id') ? IDS.map((id) => path.replace(':id', id)) : [path]))
  const answers = new Map<string, string>()
  while (urls.length > 0) {
    const batch = urls.splice(0, 10)
    const found = await Promise.all(batch.map((url) => admin.get(url)))
    for (const [index, url] of batch.entries())
      answers.set(url, `${found[index]?.statusCode} ${found[index]?.body.replaceAll(PASSING, '')}`)
  }
  // the response for a person, without the row that logs the request
  const add = ({ name, rows = [] }: { name: string; rows?: readonly object[] }) =>
    answers.set(`export of ${name}`, JSON.stringify(rows))
  const person = { brokerIds: IDS.map(Number), emails: [], phones: [], names: [] }
  await app.ctx().tx((tx) => exportRecords(tx, { person, add }))
  await app.ctx().tx((tx) => exportCalls(tx, { person, add }))
  return answers
}

describe('months kept apart', () => {
  // Covers: running-13
  it('change no figure, list, detail or export', async () => {
    expect(Object.keys(await partitions())).toEqual(['call_events_default', 'call_decisions_default'])
    const before = await everyAnswer()
    const unsteady = new Set(
      [...(await everyAnswer())].filter(([url, text]) => before.get(url) !== text).map(([url]) => url),
    )
    await keepMonths(app.ctx())
    const months = Object.entries(await partitions())
    expect(months.length, 'five months of each').toBe(10)
    expect(months.filter(([name]) => name.endsWith('default'))).toEqual([])
    const after = await everyAnswer()
    const differing = [...after].filter(([url, text]) => !unsteady.has(url) && before.get(url) !== text)
    expect(differing).toEqual([])
    expect([...unsteady].filter((url) => !NOTED.test(url))).toEqual([])
    // the comparison covers enough data
    const seen = [...before].filter(([, text]) => text.startsWith('200'))
    expect(seen.length).toBeGreaterThan(100)
    expect(before.get('export of call-decisions')).toContain('"verdict":"call"')
    for (const path of ['/api/calls', '/api/dashboard', '/api/calls/export', '/api/analytics'])
      expect(
        seen.some(([url]) => url.startsWith(path)),
        path,
      ).toBe(true)
    expect(before.get('/api/calls/1')).toContain('"verdict":"call"')
    expect(await figureDifferences(app.connection)).toEqual([])
    expect(lines).toEqual([])
  }, 90_000)

  // Covers: running-13
  it('are read separately: a call’s details, its events and its decision come from its own month', async () => {
    const { rows } = await sql<{ id: number; month: string }>`
      select id, to_char(created_at at time zone 'UTC', 'YYYY_MM') as month from calls
      where decision_id is not null order by created_at limit 1`.execute(app.connection.db)
    const call = rows[0]
    if (!call) throw new Error('no call of the demo world was decided on')
    await admin.get(`/api/calls/${call.id}`)
    const scanned = await scans()
    for (let times = 0; times < 5; times++) await admin.get(`/api/calls/${call.id}`)
    const touched = (await scans()).filter(
      ({ name, scans }) => scanned.find((one) => one.name === name)?.scans !== scans,
    )
    expect(touched.map(({ name }) => name).toSorted()).toEqual([
      `call_decisions_${call.month}`,
      `call_events_${call.month}`,
    ])
  })
})

/** The number of scans of each partition, after all connections have reported their statistics. */
async function scans(): Promise<{ name: string; scans: number }[]> {
  const { db } = app.connection
  // A connection reports its statistics at most once a second unless it is forced. The statement is slow enough for
  // each one to occupy a connection of its own, so that all of the pool report.
  const flush = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db)
  await Promise.all(Array.from({ length: 30 }, flush))
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables
    where schemaname = 'partitions'`.execute(db)
  return rows
}
