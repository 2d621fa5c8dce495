// What sealing costs the dialler: whole simulated calls a second in the whole product, with sealing and without in turn on
// one database in the same run. Run: node bench/sealing.ts [rounds] [seconds]
import { setTimeout as delay } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import { generateNoteKey } from '#server/platform/tlog/signed-note.ts'
import { startDatabase } from '#test/database.ts'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { costs } from './pace/costs.ts'
import { fillBrokers, finishedCalls, firstCallIsOver, newBrokersAreChecked } from './pace/world.ts'
import { median } from './quantile.ts'

const BROKERS = 20_000
const LINES = 100
/** Of the dialler's pace. */
const MOST = 0.03
const rounds = Number(process.argv[2] ?? 6)
const seconds = Number(process.argv[3] ?? 30)

const database = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
const common = {
  ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
  // a day of calls lasts three minutes, so that no round reaches the evening on a busy machine
  SIM_SPEED: '200',
  ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
  ...{ SIM_NOW: '2026-11-24T09:05:00+11:00', SIM_OUTCOMES: 'realistic' },
}
const sealKey = generateNoteKey('bench.example/log', 'note')
let campaign = 0

/** Leaves out the rows of rounds without sealing, which the next round would have to seal. */
const SKIP_BACKLOG = `
  with locked as (select size from sealed_log for update),
    newest (source, change) as (
      select 'audit', max(id) from audit_log union all select 'decision', max(id) from call_decisions)
  update sealed_sources s set last_change = greatest(s.last_change, newest.change)
    from newest, locked where newest.source = s.source`

interface Round {
  pace: number
  /** Processor time of a call, ms: it varies less than the pace on a shared machine. */
  work: number
  sealed: number
}

async function play(isSealing: boolean): Promise<Round> {
  const server = await startServer({ env: { ...common, ...(isSealing && { SEAL_KEY: sealKey }) } })
  const measured = await costs(database.ownerUrl, server.pid)
  const { client } = measured
  try {
    const staff = await signIn(server.url)
    if (campaign === 0) {
      await fillBrokers(client, BROKERS)
      await newBrokersAreChecked(client)
    }
    const { id } = await staff.post<{ id: number }>('/api/campaigns', {
      ...{ name: `Pace ${++campaign}`, product: 'Flex Home Loan', callScript: 'Hello {{firstName}}.' },
      ...{ rateType: 'p.a.', aiPrompt: 'Be brief.', maxConcurrentCalls: LINES },
    })
    await staff.patch(`/api/campaigns/${id}`, { status: 'active' })
    // numbers are called once a day: each round has its own
    await client.query('delete from enrolments')
    await client.query(
      `update brokers set phone = '+614' || lpad(((substr(phone, 5)::bigint + 10000019 * $1) % 100000000)::text, 8, '0')
      where name like 'Broker %' and phone like '+614%'`,
      [campaign],
    )
    await staff.post(`/api/campaigns/${id}/start-calls`, {})
    await firstCallIsOver(client, id)
    await client.query(SKIP_BACKLOG)
    const sizeOf = async (): Promise<number> =>
      (await client.query<{ size: string }>('select size from sealed_log')).rows.map(({ size }) =>
        Number(size),
      )[0] ?? 0
    const [from, calls, before, size] = [
      performance.now(),
      await finishedCalls(client, id),
      await measured.read(),
      await sizeOf(),
    ]
    await delay(seconds * 1000)
    const [done, after] = [(await finishedCalls(client, id)) - calls, await measured.read()]
    const spent = after.nodeMs + after.postgresMs - before.nodeMs - before.postgresMs
    await staff.patch(`/api/campaigns/${id}`, { status: 'paused' })
    return {
      pace: done / ((performance.now() - from) / 1000),
      work: spent / done,
      sealed: (await sizeOf()) - size,
    }
  } finally {
    await measured.close()
    await server.stop()
  }
}

const results: Record<'on' | 'off', Round[]> = { on: [], off: [] }
try {
  // the first starts have a world to load and rows of it to seal
  await play(true)
  for (let round = 0; round < rounds; round++) {
    // neither is always the first of a pair
    for (const kind of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      const result = await play(kind === 'on')
      results[kind].push(result)
      console.log(
        `sealing ${kind}: ${result.pace.toFixed(1)} calls a second, ${result.work.toFixed(2)} ms of work each, ${result.sealed} rows sealed`,
      )
    }
  }
} finally {
  await database.stop()
}
const costOf = (key: 'pace' | 'work'): number =>
  median(results.on.map((r) => r[key])) / median(results.off.map((r) => r[key]))
const [pace, spent] = [1 - costOf('pace'), costOf('work') - 1]
console.log(
  `sealing costs ${(100 * pace).toFixed(1)}% of the pace and ${(100 * spent).toFixed(1)}% more work for each call (at most ${100 * MOST}%)`,
)
if (pace > MOST) process.exitCode = 1
