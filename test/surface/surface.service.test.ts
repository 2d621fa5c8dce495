import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#server/endpoints.ts'
import { createTestApp, type TestApp, until } from '../test-app.ts'
import { type Client, staffClient, visitor } from '../worlds/client.ts'

/** A browser's open event stream. */
interface OpenStream {
  status: number
  type: string
  /** Everything received so far. */
  received(): string
  ended: Promise<void>
  close(): void
}

async function openStream(app: TestApp, cookie: string): Promise<OpenStream> {
  const { port } = app.server.server.address() as AddressInfo // it listens on TCP, see beforeAll
  const asked = request({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie } })
  asked.end()
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<void>((resolve) => response.on('close', () => resolve()))
  response.on('error', () => undefined)
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'] ?? '',
    received: () => text,
    ended,
    close: () => asked.destroy(),
  }
}

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

describe('the description of the API', () => {
  it('lists every endpoint with its summary, and nothing else', async () => {
    const answer = await visitor(app).get('/api/openapi.json')
    expect(answer.statusCode).toBe(200)
    const described = answer.json<{ paths: Record<string, Record<string, { summary: string }>> }>()
    const found = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => `${method.toUpperCase()} ${path}: ${summary}`),
    )
    const promised = endpoints.map(
      ({ method, path, summary }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}: ${summary}`,
    )
    expect(found.sort()).toEqual(promised.sort())
  })

  it('tells bodies, answers and errors', async () => {
    const { paths } = (await visitor(app).get('/api/openapi.json')).json()
    const create = paths['/api/campaigns'].post
    const body = create.requestBody.content['application/json'].schema
    expect(body.required).toEqual(expect.arrayContaining(['name', 'product', 'callScript']))
    expect(body.required).not.toContain('status')
    expect(create.responses['201'].content['application/json'].schema.properties).toHaveProperty('progress')
    expect(create.responses['400'].content['application/json'].schema.required).toEqual([
      'code',
      'message',
      'requestId',
    ])
    expect(paths['/api/brokers/imports'].post.requestBody.content).toHaveProperty('multipart/form-data')
  })

  it('is readable at /api/docs, with its own script', async () => {
    const answer = await visitor(app).get('/api/docs/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    const script = /src="([^"]+\.js)"/.exec(answer.body)?.[1]
    const url = new URL(script ?? '', 'http://localhost/api/docs/').pathname
    expect((await visitor(app).get(url)).headers['content-type']).toContain('javascript')
  })
})

describe('what operators ask', () => {
  it('is alive, ready and measured', async () => {
    expect((await visitor(app).get('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await visitor(app).get('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', database: 'ok', queue: 'ok' }])
    const metrics = await visitor(app).get('/metrics')
    expect(metrics.headers['content-type']).toMatch(/^text\/plain/)
    expect(metrics.body).toContain('http_request_seconds_count{method="GET",route="/readyz",status="200"} 1')
    expect(metrics.body).toContain('process_resident_memory_bytes')
  })

  it('is not ready, and says which part, while the queue is gone', async () => {
    const { pool } = app.connection
    await pool.query('alter schema graphile_worker rename to away')
    try {
      const answer = await visitor(app).get('/readyz')
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        { status: 'unavailable', database: 'ok', queue: 'failed' },
      ])
      expect((await visitor(app).get('/healthz')).statusCode).toBe(200)
    } finally {
      await pool.query('alter schema away rename to graphile_worker')
    }
  })
})

describe('the event stream', () => {
  it('tells what another process has changed', async () => {
    const other = await createTestApp({ databaseUrl: app.databaseUrl })
    const stream = await openStream(app, admin.cookie)
    try {
      expect([stream.status, stream.type]).toEqual([200, 'text/event-stream'])
      const writer = await staffClient(other, 'lender')
      await writer.send('POST', '/api/campaigns', { name: 'A', product: 'B', callScript: 'C' })
      await until('the change arrives', async () => stream.received().includes('"campaigns"'))
      const messages = stream
        .received()
        .split('\n\n')
        .filter((part) => part.startsWith('data: '))
      const topics = messages.flatMap((message) => JSON.parse(message.slice(6)).topics)
      expect(topics).toEqual(expect.arrayContaining(['campaigns', 'dashboard', 'audit']))
    } finally {
      stream.close()
      await other.close()
    }
  })

  it('says nothing of a change that is taken back', async () => {
    const stream = await openStream(app, admin.cookie)
    const ctx = await app.staff('admin')
    const failing = ctx.tx(async (tx) => {
      tx.changed('never')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await ctx.tx(async (tx) => tx.changed('afterwards'))
    await until('the later change arrives', async () => stream.received().includes('afterwards'))
    expect(stream.received()).not.toContain('never')
    stream.close()
  })

  it('is for staff only, and HEAD does not keep it open', async () => {
    expect((await visitor(app).get('/api/events')).statusCode).toBe(401)
    const head = await app.server.inject({
      method: 'HEAD',
      url: '/api/events',
      headers: { cookie: admin.cookie },
    })
    expect(head.statusCode).toBe(404)
  })

  it('ends when the process stops, which is quick', async () => {
    const stopping = await createTestApp({ databaseUrl: app.databaseUrl })
    await stopping.server.listen({ port: 0, host: '127.0.0.1' })
    await stopping.startWorkers()
    const stream = await openStream(stopping, admin.cookie)
    await stopping.close()
    await stream.ended
    // a request that comes late finds nobody
    await expect(openStream(stopping, admin.cookie)).rejects.toThrow()
  }, 10_000)
})
