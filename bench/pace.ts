// Whole simulated calls per second in the whole product: its own process with all modules listening, the demo world and
// 100,000 brokers, 100 lines at SIM_SPEED 600, one dashboard open in a browser; the cost of each call; and the duration
// of enrolling. For comparison, in the same run on the same database, single-row commits and empty jobs. Run: node
// bench/pace.ts [screens 0…] [seconds]
import { generateX25519Identity } from 'age-encryption'
import { startDatabase } from '#test/database.ts'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { openDashboards } from './pace/browser.ts'
import { type Costs, costs } from './pace/costs.ts'
import { emptyJobs, singleCommits } from './pace/peers.ts'
import { fillBrokers, finishedCalls, firstCallIsOver, newBrokersAreChecked } from './pace/world.ts'
import { profiled } from './profiled.ts'

const BROKERS = 100_000
const LINES = 100
const NEEDED = { callsPerSecond: 300, enrolSeconds: 3, megabytes: 400 }
const screens = Number(process.argv[2] ?? 1)
const seconds = Number(process.argv[3] ?? 20)

const database = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
const server = await startServer({
  env: {
    ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SIM_SPEED: '600' },
    ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
    // a Tuesday morning: calling hours for as long as this takes
    ...{
      SIM_NOW: '2026-11-24T09:05:00+11:00',
      SIM_OUTCOMES: 'realistic',
      ...profiled(),
    },
  },
})
const browser = await openDashboards(server.url, screens)
const measured = await costs(database.ownerUrl, server.pid)
try {
  const staff = await signIn(server.url)
  console.log('memory', (await measured.read()).peakMegabytes)
  await fillBrokers(measured.client, BROKERS)
  await newBrokersAreChecked(measured.client)
  const { id } = await staff.post<{ id: number }>('/api/campaigns', {
    ...{ name: 'Pace', product: 'Flex Home Loan', callScript: 'Hello {{firstName}}, this is about a loan.' },
    ...{ rateType: 'p.a.', aiPrompt: 'Be brief.', maxConcurrentCalls: LINES },
  })
  await staff.patch(`/api/campaigns/${id}`, { status: 'active' })
  const asked = performance.now()
  const started = await staff.post<{ callsInitiated: number; scheduled: number }>(
    `/api/campaigns/${id}/start-calls`,
    {},
  )
  const enrolSeconds = (performance.now() - asked) / 1000
  console.log(`enrolled ${JSON.stringify(started)} in ${enrolSeconds.toFixed(2)} s`)
  console.log('memory', (await measured.read()).peakMegabytes)
  await firstCallIsOver(measured.client, id)
  await measured.restart()
  const before = await measured.read()
  await browser.work()
  const [callsBefore, from] = [await finishedCalls(measured.client, id), performance.now()]
  await new Promise((done) => setTimeout(done, seconds * 1000))
  const [callsAfter, after] = [await finishedCalls(measured.client, id), await measured.read()]
  const wall = (performance.now() - from) / 1000
  const calls = callsAfter - callsBefore
  const work = await browser.work()
  report({ calls, wall, before, after, enrolSeconds })
  console.log(
    `the page: busy for ${(work.busy / wall).toFixed(2)} of the time, ${(work.scripts / wall).toFixed(2)} of it in scripts; ` +
      `stood still ${work.stills} times; ${(work.requests / wall).toFixed(1)} requests a second`,
  )
  if (process.env.STATEMENTS) await measured.printStatements(calls)
  await staff.patch(`/api/campaigns/${id}`, { status: 'paused' })
} finally {
  await browser.close()
  await server.stop()
  const [commits, jobs] = [await singleCommits(database.ownerUrl), await emptyJobs(database.ownerUrl)]
  console.log(
    `beside it: ${commits.toFixed(0)} single-row commits and ${jobs.toFixed(0)} empty jobs a second`,
  )
  await measured.close()
  await database.stop()
}

interface Run {
  calls: number
  wall: number
  before: Costs
  after: Costs
  enrolSeconds: number
}

function report({ calls, wall, before, after, enrolSeconds }: Run): void {
  const each = (key: keyof Costs, digits = 2): string => ((after[key] - before[key]) / calls).toFixed(digits)
  const rate = calls / wall
  console.log(
    `${calls} calls in ${wall.toFixed(1)} s: ${rate.toFixed(0)} a second with ${screens} dashboards open`,
  )
  console.log(
    `each: ${each('statements', 1)} statements in ${each('transactions', 1)} transactions, ${each('nodeMs')} ms of Node and ` +
      `${each('postgresMs')} ms of PostgreSQL (${each('databaseMs')} ms in statements); most memory ${after.peakMegabytes} MB`,
  )
  const kept = [
    rate >= NEEDED.callsPerSecond,
    enrolSeconds <= NEEDED.enrolSeconds,
    after.peakMegabytes <= NEEDED.megabytes,
  ]
  if (kept.includes(false)) process.exitCode = 1
}
