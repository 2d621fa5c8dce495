// An export of a million calls over HTTP, compared with PostgreSQL's own COPY of the same columns into a file: at least
// a quarter of its rows per second, and no more memory at its end than at its beginning. Run: node bench/exports.ts
// [calls]
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { connect } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/schema.gen.ts'
import { executeOn, startDatabase } from '#test/database.ts'
import { demoAdmin } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { fillWorld, makePastMonths } from '#test/worlds/scale-world.ts'

const calls = Number(process.argv[2] ?? 1_000_000)
const LEAST_SHARE = 0.25
const MOST_GROWTH_MB = 50
/** From then on the export has its buffers. */
const WARM_BYTES = 20_000_000
const LINE_FEED = 10

const database = await startDatabase()
await migrate(database)
const owner = connect<DB>(database.ownerUrl, 2, () => undefined)
await makePastMonths(database.ownerUrl)
await fillWorld(owner.db, { calls, brokers: calls / 10, campaigns: 200 })
await owner.close()
await executeOn(database.ownerUrl, 'vacuum analyze')
const { email, password } = demoAdmin
const server = await startServer({
  env: {
    ...{ DEMO: 'off', RATE_LIMITS: 'on', ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
    ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
    ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
  },
})
try {
  const cookie = await signInCookie()
  const started = performance.now()
  const answer = await fetch(`${server.url}/api/calls/export?test=true`, {
    headers: { cookie, 'accept-encoding': 'identity' },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  let [bytes, rows, warm, most] = [0, -1, 0, 0]
  let looked = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) rows += 1
    if (performance.now() - looked < 250) continue
    looked = performance.now()
    const now = await residentMb()
    if (bytes > WARM_BYTES) {
      warm ||= now
      most = Math.max(most, now)
    }
  }
  const seconds = (performance.now() - started) / 1000
  const copied = await copySeconds()
  const share = rows / seconds / (calls / copied)
  console.log(
    `${rows} calls, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s beside COPY in ${copied.toFixed(1)} s: ` +
      `${share.toFixed(2)} of its rows a second (at least ${LEAST_SHARE}); memory ${warm} MB, at most ${most} MB`,
  )
  if (rows !== calls || share < LEAST_SHARE || most - warm > MOST_GROWTH_MB) process.exitCode = 1
} finally {
  await server.stop()
  await database.stop()
}

async function signInCookie(): Promise<string> {
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoAdmin),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function residentMb(): Promise<number> {
  const text = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}

/** The same columns in the same order, written by the database's COPY. */
async function copySeconds(): Promise<number> {
  const from = performance.now()
  await executeOn(
    database.ownerUrl,
    `copy (select c.id, c.created_at, b.name, b.company, b.region, c.to_number, m.name, c.status, c.outcome, c.response,
        c.duration, c.call_start_time, c.call_end_time, c.simulated_at, c.provider, c.cost, c.cost_currency, c.test
      from calls c left join brokers b on b.id = c.broker_id left join campaigns m on m.id = c.campaign_id
      order by c.created_at desc, c.id desc) to '${join(tmpdir(), `brokerline-copy-${server.pid}.csv`)}' csv header`,
  )
  return (performance.now() - from) / 1000
}
