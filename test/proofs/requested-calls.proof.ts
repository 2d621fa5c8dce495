// Calls that people ask for are dialled within two minutes of the wished time at SIM_SPEED 60, next to a campaign that
// keeps all of its lines busy, each once and inside the hours. Run: node test/proofs/requested-calls.proof.ts [wishes]
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { createSimulatedDialling } from '../worlds/simulated-dialling.ts'

const wishes = Number(process.argv[2] ?? 150)
const SPEED = 60
/** Simulated. */
const HOURS = 3
const LINES = 5
const BUSY = 2000
const START = new Date('2026-11-24T12:30:00+11:00')
const world = await createSimulatedDialling({ speed: SPEED, startsAt: START })
const { db } = world

async function addCampaign(name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into campaigns (name, product, call_script, call_days_of_week, call_end_time, max_concurrent_calls)
    values (${name}, 'Loan', 'Hello', ${['1', '2', '3', '4', '5']}, '20:00', ${LINES}) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  await sql`with version as (
      insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
      values (${id}, 1, 'Loan', 'p.a.', 'Hello', 'professional') returning id)
    update campaigns set version_id = version.id from version where campaigns.id = ${id}`.execute(db)
  return id
}

async function addBrokers(count: number, from: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const isPerth = at % 5 === 0
    const place = isPerth
      ? { region: 'WA', timezone: 'Australia/Perth' }
      : { region: 'NSW', timezone: 'Australia/Sydney' }
    return { name: `Broker ${from + at}`, phone: `+6125550${String(from + at).padStart(4, '0')}`, ...place }
  })
  await db.insertInto('brokers').values(rows).execute()
}

/** People who were called before, each with a wish in the next hours, two of five in a campaign that has ended. */
async function addWishes(campaigns: readonly number[]): Promise<void> {
  const now = await world.ctx.providers.voice.active?.now()
  const start = (now ?? START).getTime()
  const brokers = await db.selectFrom('brokers').select(['id', 'phone']).orderBy('id').limit(wishes).execute()
  for (const [at, { id, phone }] of brokers.entries()) {
    const minutes = 10 + Math.floor(((at * 7919) % wishes) * ((HOURS * 60 - 20) / wishes))
    const dueAt = new Date(start + minutes * 60_000)
    const values = { brokerId: id, phone: phone ?? '', campaignId: campaigns[at % 5 < 2 ? 1 : 0] ?? null }
    await db
      .insertInto('requestedCalls')
      .values({ ...values, simulated: true, words: '', dueAt, untilAt: new Date(dueAt.getTime() + 900_000) })
      .execute()
  }
}

try {
  await addBrokers(wishes, 0)
  const campaigns = [await addCampaign('Busy'), await addCampaign('Ended')]
  await addBrokers(BUSY, wishes)
  await startCalls(world.ctx, campaigns[0] ?? 0)
  await sql`update enrolments set state = 'done', reached = true from brokers b
    where b.id = broker_id and b.id <= ${wishes}`.execute(db)
  await sql`update campaigns set status = 'completed' where name = 'Ended'`.execute(db)
  await addWishes(campaigns)
  world.start(2)
  const end = performance.now() + ((HOURS * 3600 + 1200) / SPEED) * 1000
  for (;;) {
    await sleep(1000)
    const open = db
      .selectFrom('requestedCalls')
      .select('id')
      .where('id', '<=', wishes)
      .where('state', 'in', ['planned', 'dialling'])
    if ((await open.limit(1).execute()).length === 0) break
    if (performance.now() > end) break
  }
  await check()
} finally {
  await world.close()
}

async function check(): Promise<void> {
  // people who were called by the simulator ask for calls too, some of them after the end of this proof
  const clock = await world.ctx.providers.voice.active?.now()
  const { rows } = await sql<{ state: string; seconds: number | null }>`
    select r.state, extract(epoch from d.simulated_at - r.due_at)::float as seconds
    from requested_calls r left join simulator_dials d on d.call_id = r.call_id
    where r.due_at < ${new Date((clock ?? START).getTime() - 5 * 60_000)}`.execute(db)
  const delays = rows.flatMap(({ seconds }) => seconds ?? []).sort((a, b) => a - b)
  const inTime = delays.filter((seconds) => seconds >= 0 && seconds <= 120).length
  const at = (part: number): string => (delays[Math.ceil(delays.length * part) - 1] ?? Number.NaN).toFixed(0)
  const { rows: counts } = await sql<{ others: number; twice: number }>`
    select (select count(*)::int from calls where not requested) as others,
      (select count(*)::int from (select from calls c join simulator_dials d on d.call_id = c.id where c.requested
        group by c.to_number, c.cap_date having count(*) > 1) repeated) as twice`.execute(db)
  console.log(
    `requested calls: ${rows.length} due, ${delays.length} dialled, ${inTime} within 120 s (${((100 * inTime) / rows.length).toFixed(1)}%), delay p50 ${at(0.5)} s, p95 ${at(0.95)} s, p99 ${at(0.99)} s, longest ${at(1)} s simulated; ${counts[0]?.others} other dials; dialled twice: ${counts[0]?.twice}`,
  )
  if (counts[0]?.twice !== 0) throw new Error('a wish was dialled more than once')
  if (inTime < rows.length * 0.99) throw new Error('fewer than 99% were dialled within two minutes')
}
