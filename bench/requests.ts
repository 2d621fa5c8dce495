// A signed-in read of the product (who I am, brokers, calls, campaigns), compared with a bare Fastify route that reads
// the session and runs the read's own statements, each in its own process over the same demo world, in the same run: at
// least half of its rate; at least 1,500 a second for /api/auth/user and 900 for a list of 50, with the client on the
// same machine.
// Run: node bench/requests.ts [seconds]
import { generateX25519Identity } from 'age-encryption'
import autocannon from 'autocannon'
import { executeOn, startDatabase } from '#test/database.ts'
import { startBareReads } from '#test/product/bare-reads.ts'
import { demoAdmin } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'

const SECONDS = Number(process.argv[2] ?? 6)
const ROUNDS = 3
const CONNECTIONS = 16
const LEAST_SHARE = 0.5
const LIST = '?limit=50'
const reads = [
  { path: '/api/auth/user', least: 1500 },
  { path: `/api/brokers${LIST}`, least: 900 },
  { path: `/api/calls${LIST}`, least: 900 },
  { path: `/api/campaigns${LIST}`, least: 900 },
]

/** Responses per second, the best of three rounds: other load of the machine only ever reduces it. */
async function rate(url: string, cookie: string): Promise<number> {
  const load = (duration: number) =>
    autocannon({ url, duration, connections: CONNECTIONS, headers: { cookie } })
  await load(1)
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { requests, non2xx } = await load(SECONDS)
    if (non2xx > 0) throw new Error(`${url}: ${non2xx} refused`)
    best = Math.max(best, requests.average)
  }
  return best
}

const database = await startDatabase()
const server = await startServer({
  env: {
    ...{ DEMO: 'on', RATE_LIMITS: 'off', DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
    ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
  },
})
const bare = await startBareReads(database.url)
try {
  // as autovacuum does within minutes
  await executeOn(database.ownerUrl, 'vacuum analyze')
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoAdmin),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  for (const { path, least } of reads) {
    const [own, peer] = [await rate(server.url + path, cookie), await rate(bare.url + path, cookie)]
    const isOver = own < least || own / peer < LEAST_SHARE
    console.log(
      `${isOver ? 'OVER' : 'ok  '} ${path}: ${own.toFixed(0)} a second beside ${peer.toFixed(0)} (${(own / peer).toFixed(2)}), at least ${least}`,
    )
    if (isOver) process.exitCode = 1
  }
} finally {
  await bare.stop()
  await server.stop()
  await database.stop()
}
