// What open dashboards cost the server during a campaign: requests, bytes and processor time of one and of twenty, each signed
// in by itself, beside none. The campaign has one line at SIM_SPEED 60: screens hear of changes as often as they are ever told,
// and its calls, which cost more than any screen, are few. Each round goes there and back, so that what the process saves as it
// gets warm counts for all three alike, and medians leave out the windows in which something else was done. Twenty cost less
// than twice what one does.
import { generateX25519Identity } from 'age-encryption'
import { startDatabase } from '#test/database.ts'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { type Costs, costs } from './pace/costs.ts'
import { type Dashboard, openDashboard, type Traffic } from './pace/dashboard.ts'
import { fillBrokers, finishedCalls, firstCallIsOver } from './pace/world.ts'
import { median } from './quantile.ts'

const LINES = 1
const WARM_UP_SECONDS = 60
const SECONDS = 10
const ROUNDS = 5
const MANY = 20
const THERE_AND_BACK = [0, 1, MANY, MANY, 1, 0]
const LIMIT = 2

const database = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
const server = await startServer({
  env: {
    ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SIM_SPEED: '60' },
    ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
    ...{ SIM_NOW: '2026-11-24T09:05:00+11:00', SIM_OUTCOMES: 'realistic' },
  },
})
const measured = await costs(database.ownerUrl, server.pid)
try {
  const staff = await signIn(server.url)
  await fillBrokers(measured.client, 30_000)
  const { id } = await staff.post<{ id: number }>('/api/campaigns', {
    ...{
      name: 'Screens',
      product: 'Flex Home Loan',
      callScript: 'Hello {{firstName}}.',
      maxConcurrentCalls: LINES,
    },
  })
  await staff.post(`/api/campaigns/${id}/start-calls`, {})
  await firstCallIsOver(measured.client, id)
  await pause(WARM_UP_SECONDS)
  const windows: { dashboards: number; ms: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const dashboards of THERE_AND_BACK) windows.push({ dashboards, ms: await watch(id, dashboards) })
  const middle = (wanted: number) =>
    median(windows.filter(({ dashboards }) => dashboards === wanted).map(({ ms }) => ms))
  const alone = middle(0)
  const [one, many] = [middle(1) - alone, middle(MANY) - alone]
  console.log(
    `processor time of server and database, medians of ${2 * ROUNDS} windows each: the campaign ${alone.toFixed(0)} ms a second, ` +
      `one dashboard ${one.toFixed(0)} more, ${MANY} of them ${many.toFixed(0)}: ${(many / one).toFixed(2)} times one (limit ${LIMIT})`,
  )
  if (many / one > LIMIT) process.exitCode = 1
} finally {
  await measured.close()
  await server.stop()
  await database.stop()
}

/** @returns milliseconds of processor time a second */
async function watch(campaignId: number, count: number): Promise<number> {
  const dashboards: Dashboard[] = []
  for (let opened = 0; opened < count; opened++) dashboards.push(await openDashboard(server.url))
  await pause(1)
  const [calls, before, heard] = [
    await finishedCalls(measured.client, campaignId),
    await measured.read(),
    sumOf(dashboards),
  ]
  await pause(SECONDS)
  const [after, made] = [await measured.read(), (await finishedCalls(measured.client, campaignId)) - calls]
  const { requests, bytes } = sumOf(dashboards)
  for (const dashboard of dashboards) dashboard.close()
  const ms = (spentOf(after) - spentOf(before)) / SECONDS
  console.log(
    `${count} dashboards: ${((requests - heard.requests) / SECONDS).toFixed(1)} requests and ` +
      `${((bytes - heard.bytes) / SECONDS / 1024).toFixed(1)} kB a second, ${ms.toFixed(0)} ms of processor time, ${(made / SECONDS).toFixed(1)} calls a second`,
  )
  return ms
}

function pause(seconds: number): Promise<unknown> {
  return new Promise((done) => setTimeout(done, seconds * 1000))
}

function spentOf({ nodeMs, postgresMs }: Costs): number {
  return nodeMs + postgresMs
}

function sumOf(dashboards: readonly Dashboard[]): Traffic {
  const sum = { requests: 0, bytes: 0 }
  for (const { traffic } of dashboards) {
    sum.requests += traffic().requests
    sum.bytes += traffic().bytes
  }
  return sum
}
