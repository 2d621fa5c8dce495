// A month of free times with 50 BDMs and 10,000 bookings, over HTTP, against its limit (p95 100 ms); compared with an
// empty calendar, to show the cost of the bookings.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { bdmFields } from '#contract/bookings/bdms.ts'
import { addDays, daysFromTo } from '#contract/calendar.ts'
import type { Pages } from '#contract/microsites/pages.ts'
import { buildApp } from '#server/app.ts'
import { isBusinessDay, sydneyInstant } from '#server/calendar/days.ts'
import { readConfig } from '#server/config.ts'
import { createBdm } from '#server/modules/bookings/bdms.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/schema.gen.ts'
import { executeOn } from '#test/database.ts'

const LIMIT_MS = 100
const BDMS = 50
const BOOKINGS = 10_000
const REQUESTS = 300
const FIRST = '2026-12-01'
const LAST = '2026-12-31'
const HOURS = ['09:00', '10:00', '11:00', '14:00', '16:00']
const now = new Date('2026-11-30T12:00:00+11:00')

/** As many as fit into the requested month, the rest in the days around it. */
async function fill(db: Kysely<DB>): Promise<number> {
  const asked = daysFromTo(FIRST, LAST)
  const around = [
    ...daysFromTo(addDays(LAST, 1), addDays(LAST, 60)),
    ...daysFromTo(addDays(FIRST, -60), addDays(FIRST, -1)),
  ]
  const starts = [...asked, ...around]
    .filter(isBusinessDay)
    .flatMap((date) => HOURS.map((time) => new Date(sydneyInstant(date, time) ?? 0)))
  const { rows } = await sql<{ month: number }>`
    with added as (
      insert into bookings (bdm_id, during, meeting_type, attendees, name, email, source, uid)
      select bdms.id, tstzrange(start, start + interval '1 hour'), 'product-discussion', 1, 'Visitor ' || place,
        'visitor' || place || '@example.com', 'web', 'b' || place || '-' || bdms.id
      from unnest(${starts}::timestamptz[]) with ordinality as starts(start, place) cross join bdms
      order by place, bdms.id limit ${BOOKINGS} returning during)
    select count(*) as month from added
    where lower(during) < ${new Date(sydneyInstant(addDays(LAST, 1), '00:00') ?? 0)}`.execute(db)
  return rows[0]?.month ?? 0
}

/** p50 and p95 in ms. */
async function measure(url: string): Promise<{ p50: number; p95: number; bytes: number }> {
  const times: number[] = []
  let bytes = 0
  for (let request = 0; request < REQUESTS; request++) {
    const start = performance.now()
    const answer = await fetch(url)
    bytes = (await answer.text()).length
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95), bytes }
}

const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bench-'))
const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error } })
try {
  await migrate(postgres)
  const app = await buildApp({
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' }, '1.0.0'),
    databaseUrl: postgres.url,
    secret: 'a secret of the measurement, of a good length',
    log: pino({ level: 'silent' }),
    now: () => now,
    pages: {} as Pages, // neither pages nor mails are rendered
    webFiles: false,
  })
  for (let bdm = 0; bdm < BDMS; bdm++) {
    await createBdm(app.ctx(), bdmFields.parse({ name: `BDM ${bdm}`, email: `bdm${bdm}@example.com` }))
  }
  const url = `${await app.server.listen({ port: 0, host: '127.0.0.1' })}/api/bookings/availability?from=${FIRST}&to=${LAST}`
  const empty = await measure(url)
  const month = await fill(app.connection.db)
  await executeOn(postgres.ownerUrl, 'analyze')
  const full = await measure(url)
  console.log(`${BDMS} BDMs without bookings: p50 ${empty.p50.toFixed(1)} ms, p95 ${empty.p95.toFixed(1)} ms`)
  console.log(
    `with ${BOOKINGS} bookings, ${month} of them in the month: p50 ${full.p50.toFixed(1)} ms, p95 ${full.p95.toFixed(1)} ms`,
  )
  console.log(`p95 is ${(full.p95 / LIMIT_MS).toFixed(2)} of the limit of ${LIMIT_MS} ms`)
  await app.close()
  if (full.p95 > LIMIT_MS) process.exitCode = 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
