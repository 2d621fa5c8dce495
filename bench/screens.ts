// What open dashboards cost the server during a campaign: requests, bytes and processor time of one and of twenty, each signed
// in by itself, less what the campaign costs alone in the same round. It has 3 lines at SIM_SPEED 60: screens hear of changes
// as often as they are ever told, and what the calls cost hides nothing. Twenty cost less than twice what one does.
import { generateX25519Identity } from 'age-encryption'
import { startDatabase } from '#test/database.ts'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { type Costs, costs } from './pace/costs.ts'
import { type Dashboard, openDashboard, type Traffic } from './pace/dashboard.ts'
import { fillBrokers, finishedCalls, firstCallIsOver } from './pace/world.ts'
import { median } from './quantile.ts'

const LINES = 3
const SECONDS = 10
const ROUNDS = 7
const MANY = 20
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
  const rounds: { alone: number; one: number; many: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await watch(id, 0)
    rounds.push({ alone, one: (await watch(id, 1)) - alone, many: (await watch(id, MANY)) - alone })
  }
  const middle = (key: 'alone' | 'one' | 'many') => median(rounds.map((round) => round[key]))
  const [one, many] = [middle('one'), middle('many')]
  console.log(
    `processor time of server and database, medians of ${ROUNDS} rounds: the campaign ${middle('alone').toFixed(0)} ms a second, ` +
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
  const [calls, before, heard] = [
    await finishedCalls(measured.client, campaignId),
    await measured.read(),
    sumOf(dashboards),
  ]
  await new Promise((done) => setTimeout(done, SECONDS * 1000))
  const [after, made] = [await measured.read(), (await finishedCalls(measured.client, campaignId)) - calls]
  const { requests, bytes } = sumOf(dashboards)
  for (const dashboard of dashboards) dashboard.close()
  const ms = (spentOf(after) - spentOf(before)) / SECONDS
  console.log(
    `${count} dashboards: ${((requests - heard.requests) / SECONDS).toFixed(1)} requests and ` +
      `${((bytes - heard.bytes) / SECONDS / 1024).toFixed(1)} kB a second, ${ms.toFixed(0)} ms of processor time, ${(made / SECONDS).toFixed(0)} calls a second`,
  )
  return ms
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
