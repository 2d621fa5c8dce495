// Calls per second from dispatcher through simulator to the finished call, at SIM_SPEED 600 with 100 lines and no other
// listeners.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { createSimulatedDialling } from '#test/worlds/simulated-dialling.ts'

const BROKERS = 9000
const NEEDED = 600

const world = await createSimulatedDialling({ speed: 600, startsAt: new Date('2026-11-24T09:30:00+11:00') })
try {
  const { db } = world
  await sql`insert into brokers (name, phone, region, timezone)
    select 'Broker ' || n, '+6125550' || lpad(n::text, 4, '0'), 'NSW', 'Australia/Sydney'
    from generate_series(0, ${BROKERS - 1}) n`.execute(db)
  await sql`insert into campaigns (name, product, call_script, max_concurrent_calls)
    values ('Bench', 'Loan', 'Hello', 100)`.execute(db)
  await sql`insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
    values (1, 1, 'Loan', 'p.a.', 'Hello', 'professional')`.execute(db)
  await sql`update campaigns set version_id = 1`.execute(db)
  const asked = performance.now()
  await startCalls(world.ctx, 1)
  console.log(`start-calls on ${BROKERS} brokers: ${Math.round(performance.now() - asked)} ms`)
  const start = performance.now()
  world.start(1)
  let finished = 0
  while (finished < BROKERS && performance.now() - start < 60_000) {
    await sleep(200)
    const { rows } = await sql<{
      n: number
    }>`select count(*) n from calls where finished_at is not null`.execute(db)
    finished = rows[0]?.n ?? 0
  }
  const seconds = (performance.now() - start) / 1000
  const rate = finished / seconds
  console.log(`${finished} calls in ${seconds.toFixed(1)} s: ${rate.toFixed(0)} a second`)
  console.log(`${(rate / NEEDED).toFixed(2)} of the ${NEEDED} that are wanted`)
  if (rate < NEEDED) process.exitCode = 1
} finally {
  await world.close()
}
