// Server costs of open dashboards during a campaign: requests, bytes and processor time of one and of twenty, each with
// its own session, compared with none. A call costs more than any screen, and calls differ: so the changes that a
// campaign at SIM_SPEED 60 announces are recorded, and announced again in each window with the same timing, without
// calls. Each round runs the sizes in both orders, so that warming up affects all three alike, and the lower quartile
// excludes windows with other work of the product. Twenty must cost less than twice as much as one.
import { setTimeout as delay } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import type pg from 'pg'
import { CHANGES_CHANNEL } from '#server/platform/ctx.ts'
import { startDatabase } from '#test/database.ts'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { type Costs, costs } from './pace/costs.ts'
import { type Dashboard, openDashboard, type Traffic } from './pace/dashboard.ts'
import { fillBrokers, firstCallIsOver } from './pace/world.ts'
import { quantile } from './quantile.ts'

const LINES = 3
const WARM_UP_SECONDS = 60
/** As long as a read is followed: each screen sends each of its reads once. */
const SECONDS = 30
/** By then the screens' reads are frequent enough to be sent over the stream. */
const OPENING_SECONDS = 4
/** By then the calls that were going on have ended. */
const QUIET_SECONDS = 20
const ROUNDS = 2
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
  const warming = await openDashboard(server.url)
  await delay(WARM_UP_SECONDS * 1000)
  const changes = await recordChanges(measured.client)
  warming.close()
  await staff.patch(`/api/campaigns/${id}`, { status: 'paused' })
  await delay(QUIET_SECONDS * 1000)
  const windows: { dashboards: number; ms: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const dashboards of THERE_AND_BACK)
      windows.push({ dashboards, ms: await watch(dashboards, changes) })
  const quiet = (wanted: number) =>
    quantile(
      windows.filter(({ dashboards }) => dashboards === wanted).map(({ ms }) => ms),
      0.25,
    )
  const alone = quiet(0)
  const [one, many] = [quiet(1) - alone, quiet(MANY) - alone]
  console.log(
    `processor time of server and database, lower quartile of ${2 * ROUNDS} windows each: the product alone ${alone.toFixed(0)} ms a second, ` +
      `one dashboard ${one.toFixed(0)} more, ${MANY} of them ${many.toFixed(0)}: ${(many / one).toFixed(2)} times one (limit ${LIMIT}), ` +
      `all with ${MANY} ${(quiet(MANY) / quiet(1)).toFixed(2)} times all with one`,
  )
  if (many > LIMIT * one) process.exitCode = 1
} finally {
  await measured.close()
  await server.stop()
  await database.stop()
}

interface Change {
  /** Milliseconds after the window's beginning. */
  after: number
  message: string
}

/** Records the announcements of the campaign during one window. */
async function recordChanges(client: pg.Client): Promise<Change[]> {
  const changes: Change[] = []
  const start = performance.now()
  client.on('notification', ({ payload = '' }) =>
    changes.push({ after: performance.now() - start, message: payload }),
  )
  await client.query(`listen ${CHANGES_CHANNEL}`)
  await delay(SECONDS * 1000)
  await client.query(`unlisten ${CHANGES_CHANNEL}`)
  console.log(`${(changes.length / SECONDS).toFixed(1)} changes a second`)
  return changes
}

async function announceAgain(client: pg.Client, changes: readonly Change[], seconds: number): Promise<void> {
  const start = performance.now()
  for (const { after, message } of changes) {
    if (after > seconds * 1000) break
    await delay(Math.max(start + after - performance.now(), 0))
    await client.query('select pg_notify($1, $2)', [CHANGES_CHANNEL, message])
  }
  await delay(Math.max(start + seconds * 1000 - performance.now(), 0))
}

/** @returns milliseconds of processor time a second */
async function watch(count: number, changes: readonly Change[]): Promise<number> {
  const dashboards: Dashboard[] = []
  for (let opened = 0; opened < count; opened++) dashboards.push(await openDashboard(server.url))
  await announceAgain(measured.client, changes, OPENING_SECONDS)
  const [before, heard] = [await measured.read(), sumOf(dashboards)]
  await announceAgain(measured.client, changes, SECONDS)
  const after = await measured.read()
  const { requests, bytes } = sumOf(dashboards)
  for (const dashboard of dashboards) dashboard.close()
  const ms = (spentOf(after) - spentOf(before)) / SECONDS
  console.log(
    `${count} dashboards: ${((requests - heard.requests) / SECONDS).toFixed(1)} requests and ` +
      `${((bytes - heard.bytes) / SECONDS / 1024).toFixed(1)} kB a second, ${ms.toFixed(0)} ms of processor time`,
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
