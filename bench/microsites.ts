// Microsite pages per second, compared with a bare Fastify route that sends the same bytes: the whole product as its
// users start it, with its metrics and security headers, and with the visit of every request processed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { median } from './quantile.ts'

const NEEDED = 0.6
const ROUNDS = 5
const SECONDS = 5
const CONNECTIONS = 32
const headers = {
  'accept-encoding': 'gzip, deflate, br',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

interface Bytes {
  type: string
  encoding: string
  body: string
}

/** The peer, in a process of its own as the product is. */
async function serveBare(bytes: Bytes): Promise<void> {
  const body = Buffer.from(bytes.body, 'base64')
  const server = Fastify()
  server.get('/microsite/:slug', async (_request, reply) =>
    reply.type(bytes.type).header('content-encoding', bytes.encoding).send(body),
  )
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

async function startBare(bytes: Bytes): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(import.meta.filename, ['bare'])
  child.send(bytes)
  const [url] = (await once(child, 'message')) as [string] // sent by `serveBare`
  return { url, child }
}

/** The raw response: fetch would decompress it. */
async function bytesOf(url: string): Promise<Bytes> {
  const { request } = await import('node:http')
  const asked = request(url, { headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer) // no encoding is set
  return {
    type: response.headers['content-type'] ?? '',
    encoding: response.headers['content-encoding'] ?? 'identity',
    body: Buffer.concat(chunks).toString('base64'),
  }
}

async function pagesPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

async function measure(): Promise<void> {
  const server = await startServer({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  try {
    const admin = await signIn(server.url)
    const [site] = await admin.get<{ slug: string }[]>('/api/microsites?limit=1')
    if (!site) throw new Error('the demo world has no microsite')
    const path = `/microsite/${site.slug}`
    const bytes = await bytesOf(server.url + path)
    const bare = await startBare(bytes)
    try {
      await pagesPerSecond(server.url + path)
      await pagesPerSecond(bare.url + path)
      const rounds = []
      for (let round = 0; round < ROUNDS; round++) {
        const own = await pagesPerSecond(server.url + path)
        const peer = await pagesPerSecond(bare.url + path)
        rounds.push({ own, peer, ratio: own / peer })
      }
      const ratio = median(rounds.map((round) => round.ratio))
      console.log(`${Buffer.from(bytes.body, 'base64').length} bytes, ${bytes.encoding}`)
      console.log(`pages a second: ${rounds.map(({ own }) => Math.round(own)).join(', ')}`)
      console.log(`bare Fastify:   ${rounds.map(({ peer }) => Math.round(peer)).join(', ')}`)
      console.log(`${ratio.toFixed(2)} of the bare route (at least ${NEEDED})`)
      if (ratio < NEEDED) process.exitCode = 1
    } finally {
      bare.child.kill()
    }
  } finally {
    await server.stop()
  }
}

if (process.argv[2] === 'bare') process.once('message', (bytes: Bytes) => void serveBare(bytes))
else await measure()
