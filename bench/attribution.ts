// The attribution report over 90 days with 1,000,000 visits: compared with 10,000, and with a bare GROUP BY over the
// visits. Each dimension, all microsites and one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type AttributionDimension, attributionDimensions } from '#contract/microsites/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import { recordPastOutcomes } from '#server/modules/microsites/attribution.ts'
import { viewAttribution } from '#server/modules/microsites/attribution.views.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/schema.gen.ts'
import { withDatabase } from '#test/database.ts'

const FEW = 10_000
const MANY = 1_000_000
const BROKERS = 2000
const RUNS = 24
const PERIOD = { from: '2026-08-26', to: '2026-11-23' }
const GROWTH = 2
const SHARE = 0.1

const columns: Record<AttributionDimension, string> = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  content: 'utm_content',
  term: 'utm_term',
  broker: 'broker_id',
}

interface World {
  ctx: Ctx
  connection: Connection<DB>
}

/** Ten microsites, and this many visits over ninety days; rollups as in the product, computed in one statement. */
async function fill({ db }: Connection<DB>, visits: number): Promise<void> {
  await sql`insert into brokers (name) select 'Broker ' || n from generate_series(1, ${BROKERS}) n`.execute(
    db,
  )
  await sql`insert into microsites (title, slug, content) select 'Site', 'site-' || n, '{}' from generate_series(1, 10) n`.execute(
    db,
  )
  // every tag has its own share, some visits have none, 60% have a broker
  await sql`insert into visits (microsite_id, at, day, visitor, utm_source, utm_medium, utm_campaign, utm_content,
      utm_term, broker_id, device)
    select 1 + n % 10, day + interval '12 hours', day, sha256(n::text::bytea),
      nullif('source ' || floor(random() * 10), 'source 0'), nullif('medium ' || floor(random() * 5), 'medium 0'),
      nullif('campaign ' || floor(random() * 20), 'campaign 0'), nullif('content ' || floor(random() * 50), 'content 0'),
      nullif('term ' || floor(random() * 100), 'term 0'),
      case when random() < 0.6 then 1 + floor(random() * ${BROKERS})::int end, 'phone'
    from (select n, date ${sql.lit(PERIOD.from)} + (n::bigint * 90 / ${visits})::int as day
      from generate_series(0, ${visits - 1}) n) numbered`.execute(db)
  const tagged = Object.entries(columns).map(
    ([dimension, column]) =>
      sql`select microsite_id, day, ${dimension} as dimension, coalesce(${sql.ref(column)}::text, '') as value from visits`,
  )
  await sql`insert into visit_rollups (microsite_id, dimension, days, start, value, visits)
    select microsite_id, dimension, days, date '1970-01-05' + ((day - date '1970-01-05') / days) * days, value, count(*)
    from (${sql.join(tagged, sql` union all `)} union all select microsite_id, day, 'total', '' from visits) tagged,
      unnest(array[1, 7, 28]) days
    where dimension <> 'total' or days = 1
    group by grouping sets ((1, 2, 3, 4, 5), (2, 3, 4, 5))
    order by 4, 2, 1, 3, 5`.execute(db)
  await sql`insert into bdms (name, email, hours, blocks, feed_token) values ('Jo Ng', 'jo.ng@example.com', '[]', '[]', 'x')`.execute(
    db,
  )
  await sql`insert into bookings (bdm_id, during, status, meeting_type, attendees, broker_id, name, source, uid, created_at)
    select 1, tstzrange(at, at + interval '1 hour'), 'booked', 'product-discussion', 1, 1 + n % ${BROKERS}, 'Wei Li', 'web',
      n::text, at
    from (select n, timestamptz '2026-08-26' + make_interval(hours => n * 2) as at from generate_series(1, 1000) n) b`.execute(
    db,
  )
  await sql`insert into applications (status, email, broker_id, submitted_at)
    select 'submitted', n || '@example.com', 1 + n % ${BROKERS}, timestamptz '2026-08-26' + make_interval(hours => n * 4)
    from generate_series(1, 500) n`.execute(db)
  // it only writes
  await recordPastOutcomes({ db } as unknown as Ctx)
  await sql`vacuum analyze`.execute(db)
}

async function open(ownerUrl: string, name: string, visits: number): Promise<World> {
  const admin = connect<DB>(ownerUrl, 1, () => undefined)
  await sql`create database ${sql.id(name)}`.execute(admin.db)
  await admin.close()
  const url = withDatabase(ownerUrl, name)
  await migrate({ url, ownerUrl: null })
  const connection = connect<DB>(url, 8, () => undefined)
  await fill(connection, visits)
  // the report only reads, and needs the active voice provider
  const parts = { db: connection.db, now: () => new Date(), providers: { voice: { active: null } } }
  return { connection, ctx: parts as unknown as Ctx }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
/** The lower quartile: other load of the machine only ever adds. */
const typical = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 4)] ?? 0

const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bench-'))
const postgres = await startEmbedded({
  dataDir,
  log: { info() {}, warn: console.error },
  settings: { fsync: 'off' },
})
try {
  const few = await open(postgres.ownerUrl, 'few', FEW)
  const many = await open(postgres.ownerUrl, 'many', MANY)
  let failed = false
  for (const micrositeId of [undefined, 3]) {
    for (const by of attributionDimensions) {
      const ask = ({ ctx }: World) => viewAttribution(ctx, { by, micrositeId, ...PERIOD })
      const bare = () =>
        sql`select ${sql.ref(columns[by])}, count(*) from visits where day between ${PERIOD.from} and ${PERIOD.to}
          ${micrositeId ? sql`and microsite_id = ${micrositeId}` : sql``} group by 1`.execute(
          many.connection.db,
        )
      const times = { few: [] as number[], many: [] as number[], bare: [] as number[] }
      for (let run = -3; run < RUNS; run++) {
        const taken = [await timed(() => ask(few)), await timed(() => ask(many)), await timed(bare)]
        if (run < 0) continue
        times.few.push(taken[0] ?? 0)
        times.many.push(taken[1] ?? 0)
        times.bare.push(taken[2] ?? 0)
      }
      const [small, large, group] = [typical(times.few), typical(times.many), typical(times.bare)]
      const where = micrositeId ? 'one microsite' : 'all'
      console.log(
        `${by}, ${where}: ${small.toFixed(1)} ms with ${FEW}, ${large.toFixed(1)} ms with ${MANY} (${(large / small).toFixed(2)}), ` +
          `GROUP BY ${group.toFixed(0)} ms (${(large / group).toFixed(3)})`,
      )
      if (large > small * GROWTH) failed = true
      // the limit applies to the report over all microsites; that of one is only printed
      if (!micrositeId && large > group * SHARE) failed = true
    }
  }
  console.log(`at most ${GROWTH} times the time with ${FEW}, and ${SHARE} of the GROUP BY over all`)
  if (failed) process.exitCode = 1
  await few.connection.close()
  await many.connection.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
