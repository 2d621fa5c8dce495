// What sealing costs the dialler: simulated calls a second in short slices of one run, with sealing and without in turn.
// Run: node bench/sealing.ts [pairs of slices] [seconds of a slice]
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { isSettled, MAX_BATCH, observe, sealNext } from '#server/modules/seals/seal-rows.ts'
import { generateNoteKey, parseNoteSigner } from '#server/platform/tlog/signed-note.ts'
import { createSimulatedDialling } from '#test/worlds/simulated-dialling.ts'
import { FIXED_LINES, fixedLine } from './pace/fixed-lines.ts'
import { median } from './quantile.ts'

/** Lines enough that the processor is the limit. */
const [CAMPAIGNS, LINES] = [4, 100]
/** Of the dialler's pace. */
const MOST = 0.03
/** The product's turns are ten times as far apart: each costs a little besides its rows. */
const TURN_MS = 1000
const pairs = Number(process.argv[2] ?? 10)
const sliceMs = 1000 * Number(process.argv[3] ?? 4)

const world = await createSimulatedDialling({
  // a day of calls lasts three minutes
  ...{ speed: 200, startsAt: new Date('2026-11-24T09:05:00+11:00') },
  logSigner: parseNoteSigner(generateNoteKey('bench.example/log', 'note'), 'note'),
})
const { db, ctx } = world

async function fill(): Promise<void> {
  await sql`insert into brokers (name, phone, region, timezone)
    select 'Broker ' || n, ${sql.raw(fixedLine('n'))}, 'NSW', 'Australia/Sydney'
    from generate_series(0, ${FIXED_LINES - 1}) n`.execute(db)
  await sql`insert into campaigns (name, product, call_script, max_concurrent_calls)
    select 'Pace ' || n, 'Loan', 'Hello', ${LINES} from generate_series(1, ${CAMPAIGNS}) n`.execute(db)
  await sql`insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
    select id, 1, 'Loan', 'p.a.', 'Hello', 'professional' from campaigns`.execute(db)
  await sql`update campaigns c set version_id = v.id from campaign_versions v where v.campaign_id = c.id`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

/** Rows of slices without sealing are left out, so that the next slice does not seal them. */
const leaveOutBacklog = () =>
  sql`with locked as (select size from sealed_log for update),
      newest (source, change) as (
        select 'audit', max(id) from audit_log union all select 'decision', max(id) from call_decisions)
    update sealed_sources s set last_change = greatest(s.last_change, newest.change)
      from newest, locked where newest.source = s.source`.execute(db)

const numberOf = async (counted: 'calls' | 'sealed'): Promise<number> => {
  const { rows } = await (counted === 'calls'
    ? sql<{ n: number }>`select count(*)::int as n from calls where finished_at is not null`
    : sql<{ n: number }>`select size::int as n from sealed_log`
  ).execute(db)
  return rows[0]?.n ?? 0
}

async function sealUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const horizon = await observe(ctx)
    await delay(TURN_MS)
    if (!(await isSettled(ctx, horizon))) continue
    while ((await sealNext(ctx, horizon)) === MAX_BATCH) {
      // the next batch
    }
  }
}

interface Slice {
  pace: number
  sealed: number
}

async function measure(isSealing: boolean): Promise<Slice> {
  if (isSealing) await leaveOutBacklog()
  const [from, calls, sealed] = [performance.now(), await numberOf('calls'), await numberOf('sealed')]
  const isOver = (): boolean => performance.now() - from >= sliceMs
  await Promise.all([delay(sliceMs), isSealing && sealUntil(isOver)])
  const done = (await numberOf('calls')) - calls
  return {
    pace: done / ((performance.now() - from) / 1000),
    sealed: (await numberOf('sealed')) - sealed,
  }
}

const slices: Record<'on' | 'off', Slice[]> = { on: [], off: [] }
try {
  await fill()
  for (let id = 1; id <= CAMPAIGNS; id++) await startCalls(ctx, id)
  world.start(1)
  // the code is warm and the lines are full
  await delay(2 * sliceMs)
  for (let pair = 0; pair < pairs; pair++) {
    // neither is always the first of a pair
    for (const kind of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const))
      slices[kind].push(await measure(kind === 'on'))
  }
} finally {
  await world.close()
}
for (const kind of ['on', 'off'] as const) {
  const paces = slices[kind].map(({ pace }) => pace.toFixed(0)).join(' ')
  console.log(
    `sealing ${kind}: ${paces} calls a second, ${slices[kind].reduce((sum, { sealed }) => sum + sealed, 0)} rows sealed`,
  )
}
const ratios = slices.on.map(({ pace }, pair) => pace / (slices.off[pair]?.pace ?? Number.NaN))
const cost = 1 - median(ratios)
console.log(
  `sealing costs ${(100 * cost).toFixed(1)}% of the pace, the median of ${pairs} pairs (at most ${100 * MOST}%)`,
)
if (!(cost <= MOST)) process.exitCode = 1
