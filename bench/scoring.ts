// Scores: 10,000 brokers over 1,000,000 loans calculated within 3 times the bare SQL aggregate of the same loans; a page of
// scores, p95 under 50 ms; an import of loans at no less than a fifth of COPY; an audience of five rules over 100,000
// brokers counted in under 50 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import type { AudienceRule } from '#contract/brokers/audiences.ts'
import type { Ctx } from '#server/ctx.ts'
import { countBrokers } from '#server/modules/audiences/audiences.views.ts'
import { commitLoanImport, createLoanImport } from '#server/modules/scoring/loans/loan-imports.ts'
import { calculationRun, startMonth } from '#server/modules/scoring/score/calculate.ts'
import { inWindow, loanSums } from '#server/modules/scoring/score/facts.store.ts'
import { viewScores } from '#server/modules/scoring/score/scores.views.ts'
import { windowOf } from '#server/modules/scoring/score/window.rules.ts'
import { connect } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { runToEnd } from '#server/platform/runs/runs.ts'
import type { DB } from '#server/schema.gen.ts'
import { withDatabase } from '#test/database.ts'

const BROKERS = 10_000
const LOANS = 1_000_000
const CROWD = 100_000
const IMPORTED = 200_000
const MONTH = '2026-10'
const RUNS = 5

const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-scoring-'))
const postgres = await startEmbedded({
  dataDir,
  log: { info() {}, warn: console.error },
  settings: { fsync: 'off' },
})
let failed = false
const check = (text: string, fine: boolean): void => {
  console.log(`${text}${fine ? '' : ' (over the limit)'}`)
  if (!fine) failed = true
}
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const middle = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function open(name: string) {
  const owner = connect<DB>(postgres.ownerUrl, 1, () => undefined)
  await sql`create database ${sql.id(name)}`.execute(owner.db)
  await owner.close()
  const url = withDatabase(postgres.ownerUrl, name)
  await migrate({ url, ownerUrl: null })
  const connection = connect<DB>(url, 4, () => undefined)
  const now = () => new Date('2026-11-23T02:00:00Z')
  const parts = {
    ...{
      db: connection.db,
      now,
      inTransaction: true,
      changed() {},
      emit: async () => {},
      enqueue: async () => {},
    },
    actor: { kind: 'staff', role: 'admin', userId: null, name: 'Bench', email: '', ip: null },
    providers: { disk: { state: async () => ({ level: 'ok' }) } },
    requestId: 'bench',
  }
  const ctx = {
    ...parts,
    tx: (work: (tx: unknown) => unknown) =>
      connection.db
        .transaction()
        .execute(async (db) =>
          work({ ...parts, db, tx: (inner: (tx: unknown) => unknown) => inner({ ...parts, db }) }),
        ),
  } as unknown as Ctx // only the parts that scoring needs
  return { connection, ctx }
}

const people = (count: number) => sql`
  insert into brokers (name, region, asic_number, membership, aggregator)
  select 'Broker ' || n, (array['NSW','VIC','QLD','WA','SA'])[1 + n % 5], (100000 + n)::text,
    (array['MFAA','FBAA'])[1 + n % 2], (array['Redgum','Kestrel','Wattle'])[1 + n % 3] from generate_series(1, ${count}::int) n`

const lent = (count: number, brokers: number) => sql`
  insert into loans (loan_id, broker_id, lodged_on, approved_on, amount, lvr, credit_score, reworked, defaulted)
  select n::text, 1 + n % ${brokers}::int, day, day + 5 + n % 20, 300000 + n % 500000, 55 + n % 40, 500 + n % 400,
    n % 6 = 0, n % 90 = 0
  from (select n, date '2026-08-01' + n % 92 as day from generate_series(1, ${count}::int) n) l`

try {
  const { connection, ctx } = await open('scoring')
  const { db } = connection
  await people(BROKERS).execute(db)
  await lent(LOANS, BROKERS).execute(db)
  await sql`vacuum analyze`.execute(db)
  const window = windowOf(MONTH, { windowMonths: 3, defaultsMonths: 12 })
  const bare: number[] = []
  const whole: number[] = []
  for (let run = 0; run < RUNS; run++) {
    bare.push(
      await timed(() =>
        sql`select broker_id, ${loanSums(window, 'equifax')} from loans where ${inWindow(window)} group by broker_id`.execute(
          db,
        ),
      ),
    )
    whole.push(
      await timed(async () => {
        const started = await ctx.tx((tx) => startMonth(tx, MONTH, 'manual'))
        if (started) await runToEnd(ctx, calculationRun, started.id)
      }),
    )
  }
  const ratio = middle(whole) / middle(bare)
  check(
    `${BROKERS} brokers over ${LOANS} loans: ${Math.round(middle(whole))} ms beside ${Math.round(middle(bare))} ms of the bare aggregate, ${ratio.toFixed(2)} times (limit 3)`,
    ratio <= 3,
  )
  const pages: number[] = []
  for (const sort of ['-score', 'score', 'name', '-name'] as const)
    for (let run = 0; run < 25; run++)
      pages.push(await timed(() => viewScores(ctx, { month: MONTH }, { sort, limit: 100 })))
  const p95 = pages.toSorted((a, b) => a - b)[Math.floor(pages.length * 0.95)] ?? 0
  check(`a page of 100 scores among ${BROKERS}: p95 ${p95.toFixed(1)} ms (limit 50)`, p95 < 50)
  await connection.close()

  const other = await open('loans')
  await people(BROKERS).execute(other.connection.db)
  await sql`vacuum analyze`.execute(other.connection.db)
  const header =
    'loan_id,broker_asic_number,lodged_on,approved_on,settled_on,amount,lvr,credit_score,reworked,defaulted'
  const lines = Array.from(
    { length: IMPORTED },
    (_, n) =>
      `L${n},${100_001 + (n % BROKERS)},2026-10-${String(1 + (n % 28)).padStart(2, '0')},2026-11-02,,${300_000 + n},${55 + (n % 40)},${500 + (n % 400)},${Number(n % 6 === 0)},${Number(n % 90 === 0)}`,
  )
  const file = Buffer.from([header, ...lines].join('\n'))
  // with the brokers' own ids, as COPY looks nothing up
  const rows = lines.map((line) => {
    const [id, asic, lodged, approved, , amount, lvr, credit, reworked, defaulted] = line.split(',')
    return [id, Number(asic) - 100_000, lodged, approved, amount, lvr, credit, reworked, defaulted].join(',')
  })
  const client = await other.connection.pool.connect()
  const copied = await timed(() =>
    pipeline(
      Readable.from([rows.join('\n')]),
      client.query(
        copyFrom(
          'copy loans (loan_id, broker_id, lodged_on, approved_on, amount, lvr, credit_score, reworked, defaulted) from stdin (format csv)',
        ),
      ),
    ),
  )
  client.release()
  await sql`truncate loans`.execute(other.connection.db)
  const imported = await timed(async () => {
    const id = await createLoanImport(
      other.ctx,
      { filename: 'a.csv', bytes: file, fields: {}, hash: '' },
      { mapping: null },
    )
    await commitLoanImport(other.ctx, id)
  })
  check(
    `${IMPORTED} loans: previewed, checked and taken in within ${(imported / 1000).toFixed(1)} s, copied in ${(copied / 1000).toFixed(1)} s: ${(imported / copied).toFixed(1)} times (limit 5)`,
    imported / copied <= 5,
  )
  await other.connection.close()

  const crowd = await open('crowd')
  await people(CROWD).execute(crowd.connection.db)
  await lent(CROWD * 3, CROWD).execute(crowd.connection.db)
  await sql`vacuum analyze`.execute(crowd.connection.db)
  const scored = await crowd.ctx.tx((tx) => startMonth(tx, MONTH, 'manual'))
  if (scored) await runToEnd(crowd.ctx, calculationRun, scored.id)
  await sql`vacuum analyze`.execute(crowd.connection.db)
  const rules: AudienceRule[] = [
    { kind: 'tier', tiers: ['Reward', 'Neutral'], not: false },
    { kind: 'region', regions: ['NSW', 'VIC'], not: false },
    { kind: 'last_loan', within: true, days: 90, not: false },
    { kind: 'aggregator', aggregators: ['Redgum'], not: false },
    { kind: 'suspended', not: true },
  ]
  const counts: number[] = []
  let found = 0
  for (let run = 0; run < 25; run++)
    counts.push(await timed(async () => (found = await countBrokers(crowd.ctx, rules))))
  check(
    `an audience of five rules over ${CROWD} brokers (${found} of them): ${middle(counts).toFixed(0)} ms (limit 50)`,
    middle(counts) < 50,
  )
  await crowd.connection.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (failed) process.exitCode = 1
