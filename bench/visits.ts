// Visits per second, each of another visitor, until the last one is stored in the database; compared with a bare
// Fastify route that inserts one row a request, in the same run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { type Client, signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { median } from './quantile.ts'

const NEEDED = 1 / 3
const ROUNDS = 3
const SECONDS = 6
const CONNECTIONS = 32
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const QUERY = '?utm_source=newsletter&utm_medium=email&utm_campaign=spring&utm_content=hero&utm_term=rate'

/** The peer, in a process of its own over a PostgreSQL of its own, as durable as the product's. */
async function serveBare(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bench-'))
  const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error } })
  const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: 20 })
  // PostgreSQL may stop before it has read the pool's good-bye
  pool.on('error', () => undefined)
  await pool.query(
    'create table visits (id bigint generated always as identity primary key, at timestamptz, ip text, source text)',
  )
  const server = Fastify()
  server.get<{ Querystring: { utm_source: string } }>('/microsite/:slug', async (request) => {
    const values = [new Date(), request.headers['x-forwarded-for'], request.query.utm_source]
    await pool.query({
      name: 'visit',
      text: 'insert into visits (at, ip, source) values ($1, $2, $3)',
      values,
    })
    return 'counted'
  })
  process.once('message', async () => {
    await server.close()
    await pool.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

async function startBare(): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(import.meta.filename, ['bare'])
  const [url] = (await once(child, 'message')) as [string] // sent by `serveBare`
  return { url, child }
}

let visitors = 0
/** Another visitor with each request. @returns how many were answered */
async function load(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'GET',
        setupRequest(request) {
          visitors += 1
          const ip = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
          return { ...request, headers: { 'user-agent': CHROME, 'x-forwarded-for': ip } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total
}

interface Site {
  slug: string
  visits: number
}

async function measureOwn(url: string, admin: Client, slug: string): Promise<number> {
  const visits = async () => (await admin.get<Site[]>(`/api/microsites?q=${slug}`))[0]?.visits ?? 0
  const before = await visits()
  const start = performance.now()
  const answered = await load(`${url}/microsite/${slug}${QUERY}`)
  // requests that were pending when the load ended are counted too
  while ((await visits()) - before < answered) {
    if (performance.now() - start > 60_000) throw new Error('some visits were never counted')
    await sleep(20)
  }
  return answered / ((performance.now() - start) / 1000)
}

async function measureBare(url: string): Promise<number> {
  const start = performance.now()
  return (await load(`${url}/microsite/x${QUERY}`)) / ((performance.now() - start) / 1000)
}

async function measure(): Promise<void> {
  const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  const bare = await startBare()
  try {
    const admin = await signIn(server.url)
    const [site] = await admin.get<Site[]>('/api/microsites?limit=1')
    if (!site) throw new Error('the demo world has no microsite')
    await measureOwn(server.url, admin, site.slug)
    await measureBare(bare.url)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const own = await measureOwn(server.url, admin, site.slug)
      const peer = await measureBare(bare.url)
      rounds.push({ own, peer, ratio: own / peer })
    }
    const ratio = median(rounds.map((round) => round.ratio))
    console.log(`visits a second: ${rounds.map(({ own }) => Math.round(own)).join(', ')}`)
    console.log(`bare inserts:    ${rounds.map(({ peer }) => Math.round(peer)).join(', ')}`)
    console.log(`${ratio.toFixed(2)} of the bare route (at least ${NEEDED.toFixed(2)})`)
    if (ratio < NEEDED) process.exitCode = 1
  } finally {
    bare.child.send('stop')
    await once(bare.child, 'exit')
    await server.stop()
  }
}

if (process.argv[2] === 'bare') await serveBare()
else await measure()
