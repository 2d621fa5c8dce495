// A whole campaign over the simulator, with retries, nights, a weekend and a clock change, over brokers in every
// zone: each dial as the simulator itself saw it must lie in the campaign's window and the legal hours by the
// independent oracle, and keep to the caps. Run: node test/proofs/dialling.proof.ts [brokers]
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { type CallOutcome, outcomeTable } from '#contract/calls/calls.ts'
import type { CampaignWindow } from '#server/modules/dialling/calling-window.rules.ts'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { createSimulatedDialling } from '../worlds/simulated-dialling.ts'
import { homeZones, oracleOpen, wallClock } from './windows-oracle.ts'

const brokers = Number(process.argv[2] ?? 300)
const places: { region: Region | null; zone: string | null }[] = [
  ...regions.flatMap((region) => homeZones[region].map((zone) => ({ region, zone }))),
  { region: null, zone: null },
]
// Friday noon in Sydney; the clocks go forward on Sunday, Monday is Labour Day in four states
const world = await createSimulatedDialling({ speed: 1800, startsAt: new Date('2026-10-02T12:00:00+10:00') })
const { db } = world
const hours: CampaignWindow = {
  days: ['1', '2', '3', '4', '5', '6'],
  start: '09:00',
  end: '17:00',
  zone: 'Australia/Sydney',
  respectLocalTime: true,
}
try {
  for (let n = 0; n < brokers; n++) {
    const { region, zone } = places[n % places.length] ?? { region: null, zone: null }
    const phone = `+6125550${String(n).padStart(4, '0')}`
    await db
      .insertInto('brokers')
      .values({ name: `Broker ${n}`, phone, region, timezone: zone })
      .execute()
  }
  for (const id of [1, 2]) {
    await sql`insert into campaigns (name, product, call_script, call_days_of_week, max_concurrent_calls)
      values (${`Proof ${id}`}, 'Loan', 'Hello', ${hours.days}, 10)`.execute(db)
    await sql`insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
      values (${id}, 1, 'Loan', 'p.a.', 'Hello', 'professional')`.execute(db)
    await sql`update campaigns set version_id = ${id} where id = ${id}`.execute(db)
  }
  await startCalls(world.ctx, 1)
  await startCalls(world.ctx, 2)
  world.start(2)
  const end = performance.now() + 30 * 60_000
  for (;;) {
    await sleep(1000)
    const { rows } = await sql<{
      open: number
    }>`select count(*) as open from campaigns where status = 'active'`.execute(db)
    if (rows[0]?.open === 0) break
    if (performance.now() > end) throw new Error('the campaigns did not end')
  }
  await check()
} finally {
  await world.close()
}

interface Dial {
  callId: number
  toNumber: string
  simulatedAt: Date
  campaignId: number
  brokerId: number
  region: Region | null
  timezone: string | null
  outcome: CallOutcome
  /** The person requested it. */
  requested: boolean
}

async function check(): Promise<void> {
  const { rows: dials } =
    await sql<Dial>`select d.call_id, d.to_number, d.simulated_at, c.campaign_id, c.broker_id,
      b.region, b.timezone, c.outcome, c.requested
    from simulator_dials d join calls c on c.id = d.call_id join brokers b on b.id = c.broker_id order by d.id`.execute(
      db,
    )
  const faults: string[] = []
  for (const { callId, simulatedAt, region, timezone } of dials) {
    if (!oracleOpen(simulatedAt.getTime(), { region, zone: timezone }, hours, true)) {
      faults.push(`call ${callId} left at ${simulatedAt.toISOString()}, outside the window in ${timezone}`)
    }
  }
  const day = ({ toNumber, simulatedAt, timezone }: Dial) => {
    const wall = wallClock(simulatedAt.getTime(), timezone ?? 'Australia/Sydney')
    return `${toNumber} on ${wall.day}/${wall.month}`
  }
  once(dials, ({ callId }) => `call ${callId}`, 1, faults)
  const counting = dials.filter(({ outcome }) => outcomeTable[outcome].countsTowardsCaps)
  // one requested dial is exempt from the one a day
  once(
    counting.filter(({ requested }) => !requested),
    day,
    1,
    faults,
  )
  once(
    counting.filter(({ requested }) => requested),
    day,
    1,
    faults,
  )
  once(counting, ({ toNumber }) => `${toNumber} in 30 days`, 3, faults)
  const place = ({ campaignId, brokerId }: Dial) => `broker ${brokerId} in campaign ${campaignId}`
  once(dials, place, 3, faults)
  // a requested dial is no retry
  const retried = dials.filter(({ requested }) => !requested)
  for (const [name, same] of Map.groupBy(retried, place)) faults.push(...wrongHalves(name, same))
  const { rows: open } = await sql<{ id: number }>`select id from enrolments where state <> 'done'`.execute(
    db,
  )
  if (open.length > 0) faults.push(`${open.length} places of campaigns never ended`)
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'))
  const second = dials.length - new Set(dials.map(({ brokerId }) => brokerId)).size
  console.log(
    `dialling: ${dials.length} dials to ${brokers} brokers, ${second} of them repeated, all where they belong`,
  )
}

/** With these hours each day is split at 1 pm, but for brokers whose state is unknown. */
function wrongHalves(name: string, dials: Dial[]): string[] {
  const halves = dials.map(({ simulatedAt, timezone }) =>
    timezone ? wallClock(simulatedAt.getTime(), timezone).minute < 13 * 60 : null,
  )
  return halves.some((half, index) => half !== null && half === halves[index - 1])
    ? [`${name}: dialled twice running in one half of the window`]
    : []
}

function once(dials: Dial[], key: (dial: Dial) => string, most: number, faults: string[]): void {
  for (const [name, same] of Map.groupBy(dials, key)) {
    if (same.length > most) faults.push(`${name}: ${same.length} dials, ${most} at most`)
  }
}
