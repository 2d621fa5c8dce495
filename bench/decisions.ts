// Decisions on 5,000 brokers, from stored facts to verdicts, against their limit at start-calls (1 s); and the cost of
// one decision, compared with one bare time-zone conversion.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import { STRICT } from '#server/calendar/legal-hours.ts'
import type { Ctx } from '#server/ctx.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { callingWindow } from '#server/modules/dialling/calling-window.rules.ts'
import { loadCandidates } from '#server/modules/dialling/candidates.views.ts'
import { decideTogether } from '#server/modules/dialling/decide.rules.ts'
import type { CallFacts, CallPolicy } from '#server/modules/dialling/facts.rules.ts'
import { connect } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/schema.gen.ts'
import { median } from './quantile.ts'

const BROKERS = 5000
const LIMIT_MS = 1000

const homes: [Region, string][] = [
  ['NSW', 'Australia/Sydney'],
  ['VIC', 'Australia/Melbourne'],
  ['QLD', 'Australia/Brisbane'],
  ['WA', 'Australia/Perth'],
  ['SA', 'Australia/Adelaide'],
  ['TAS', 'Australia/Hobart'],
  ['NT', 'Australia/Darwin'],
]
const now = new Date('2026-11-24T10:00:00+11:00')

function policy(): CallPolicy {
  const days = ['1', '2', '3', '4', '5']
  const hours = { days, start: '09:00', end: '17:00', zone: 'Australia/Sydney', respectLocalTime: true }
  return {
    window: callingWindow(hours, STRICT),
    hours: STRICT,
    law: DELIVERED,
    provider: { name: 'simulator', simulated: true },
    dataVersions: {},
    leadMs: 0,
    bestHours: null,
    budgetUsed: null,
  }
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bench-'))
const postgres = await startEmbedded({
  dataDir,
  log: { info() {}, warn: console.error },
  settings: { fsync: 'off' },
})
try {
  await migrate(postgres)
  const { db, close } = connect<DB>(postgres.ownerUrl, 2, () => undefined)
  await sql`insert into brokers (name, phone, region, timezone)
    select 'Broker ' || n, '+6125550' || lpad(n::text, 4, '0'), (${homes.map(([region]) => region)}::text[])[1 + n % 7],
      (${homes.map(([, zone]) => zone)}::text[])[1 + n % 7] from generate_series(0, ${BROKERS - 1}) n`.execute(
    db,
  )
  await sql`insert into campaigns (name, product, call_script) values ('Bench', 'Loan', 'Hello')`.execute(db)
  // each number has two dials behind it, as in a campaign's third round
  await sql`insert into calls (campaign_id, broker_id, provider, simulated, to_number, status, outcome, finished_at,
      cap_date, created_at, simulated_at)
    select 1, id, 'simulator', true, phone, 'no_answer', 'busy', now(), ${now}::date - day, now(),
      ${now}::timestamptz - make_interval(days => day) from brokers, unnest(array[3, 6]) day`.execute(db)
  await sql`analyze`.execute(db)
  const ctx = { db } as unknown as Ctx // loadCandidates reads, nothing else
  const scope = { campaignId: 1, simulated: true, now }
  let facts: CallFacts[] = []
  const loads: number[] = []
  const decisions: number[] = []
  const conversions: number[] = []
  for (let run = 0; run < 5; run++) {
    const start = performance.now()
    facts = (await loadCandidates(ctx, scope)).map((candidate) => candidate.facts)
    loads.push(performance.now() - start)
    decisions.push(timed(() => decideTogether(facts, policy(), now)))
    conversions.push(
      timed(() => {
        for (const { place } of facts) {
          Temporal.Instant.fromEpochMilliseconds(now.getTime())
            .toZonedDateTimeISO(place.zone ?? 'UTC')
            .toString()
        }
      }),
    )
  }
  const [load, decide, convert] = [median(loads), median(decisions), median(conversions)]
  console.log(`facts of ${facts.length} brokers: ${load.toFixed(0)} ms`)
  console.log(
    `decisions on them: ${decide.toFixed(0)} ms, ${Math.round((facts.length / decide) * 1000)} a second`,
  )
  console.log(`one decision costs ${(decide / convert).toFixed(1)} zone conversions`)
  console.log(`together ${((load + decide) / LIMIT_MS).toFixed(2)} of the limit of ${LIMIT_MS} ms`)
  await close()
  if (load + decide > LIMIT_MS) process.exitCode = 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
