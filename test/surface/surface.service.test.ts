import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#server/endpoints.ts'
import { createTestApp, type TestApp, until } from '../test-app.ts'
import { asOwner } from '../test-db.ts'
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
  // Covers: http-conventions-12
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
    const { paths, components } = (await visitor(app).get('/api/openapi.json')).json()
    const create = paths['/api/campaigns'].post
    const body = create.requestBody.content['application/json'].schema
    expect(body.required).toEqual(expect.arrayContaining(['name', 'product', 'callScript']))
    expect(body.required).not.toContain('status')
    expect(create.responses['201'].content['application/json'].schema.properties).toHaveProperty('progress')
    for (const status of ['400', '401', '403', '413', '415', '422', '503'])
      expect(create.responses[status].content['application/json'].schema).toEqual({
        $ref: '#/components/schemas/ApiError',
      })
    expect(components.schemas.ApiError.required).toEqual(['code', 'message', 'requestId'])
    expect(body.properties.rate).toEqual({ type: ['string', 'number', 'null'] })
    expect(paths['/api/login'].get.responses['302']).not.toHaveProperty('content')
    // without a body there is none of a wrong type
    expect(paths['/api/campaigns'].get.responses).not.toHaveProperty('415')
  })

  // Covers: http-conventions-12
  it('tells the fields of every upload', async () => {
    const { paths } = (await visitor(app).get('/api/openapi.json')).json()
    const fieldsOf = (path: string, method = 'post') => {
      const { properties, required } = paths[path][method].requestBody.content['multipart/form-data'].schema
      const files = Object.keys(properties).filter((name) => properties[name].format === 'binary')
      return { files, required }
    }
    expect(fieldsOf('/api/brokers/imports')).toEqual({ files: ['file'], required: ['file'] })
    expect(fieldsOf('/api/broker/documents/upload')).toEqual({
      files: ['document'],
      required: ['documentTypeId', 'document'],
    })
    expect(fieldsOf('/api/accreditations/drafts/{token}', 'put')).toEqual({
      files: ['piInsurance', 'licenceCopy'],
      required: ['email'],
    })
  })

  // Covers: http-conventions-12
  it('tells how to prove who one is, by the cookie that a sign-in sets', async () => {
    const { paths, components } = (await visitor(app).get('/api/openapi.json')).json()
    const { staffCookie, brokerToken } = components.securitySchemes
    expect(admin.cookie).toContain(`${staffCookie.name}=`)
    expect(brokerToken).toMatchObject({ type: 'http', scheme: 'bearer' })
    const securityOf = (path: string) => paths[path].get.security
    expect([
      securityOf('/api/brokers'),
      securityOf('/api/broker/profile'),
      securityOf('/api/auth/user'),
    ]).toEqual([[{ staffCookie: [] }, { apiKey: ['admin_area.read'] }], [{ brokerToken: [] }], []])
  })

  // Covers: http-conventions-12
  it('allows an optional address to be one, not only empty', async () => {
    const { paths } = (await visitor(app).get('/api/openapi.json')).json()
    const { schema } = paths['/api/organisation'].patch.requestBody.content['application/json']
    expect(schema.properties.privacyUrl.anyOf).toEqual([
      { type: 'string', enum: [''] },
      { type: 'string', maxLength: 500 },
    ])
  })

  // Covers: http-conventions-12
  it('is readable at /api/docs, with its own script', async () => {
    const answer = await visitor(app).get('/api/docs/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    const policy = String(answer.headers['content-security-policy'])
    for (const part of ["base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    const script = /src="([^"]+\.js)"/.exec(answer.body)?.[1]
    const url = new URL(script ?? '', 'http://localhost/api/docs/').pathname
    expect((await visitor(app).get(url)).headers['content-type']).toContain('javascript')
    // the page names its script from a folder
    const redirect = await visitor(app).get('/api/docs')
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, '/api/docs/'])
    const nowhere = await visitor(app).get('/api/docs/nothing')
    expect([nowhere.statusCode, nowhere.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  })
})

it.each([
  '/api/audit/export',
  '/api/brokers/export',
  '/api/calls/export',
])('%s refuses what cannot be asked for before it sends anything', async (path) => {
  expect((await admin.get(`${path}?q=%00`)).statusCode).toBe(400)
})

// Covers: http-conventions-14
it.each([
  ['only a control character', '%01', '(02) 5550 1234'],
  ['only a zero-width space', '%E2%80%8B', '(02) 5550 1235'],
  ['only a blank Braille pattern', '%E2%A0%80', '(02) 5550 1236'],
])('a reason in an address that holds %s is refused, as in a body', async (_what, reason, phoneNumber) => {
  const entry = { phoneNumber, reason: 'Asked by letter' }
  const { id } = (await admin.send('POST', '/api/suppressions', entry)).json<{ id: number }>()
  const answer = await admin.send('DELETE', `/api/suppressions/${id}?reason=${reason}`)
  expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([
    400,
    { reason: expect.stringMatching(/is required|shows nothing/) },
  ])
})

describe('what operators ask', () => {
  // Covers: running-20
  it('is alive, ready and measured', async () => {
    expect((await visitor(app).get('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await visitor(app).get('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      // without a worker
      { status: 'degraded', database: 'ok', queue: 'ok', disk: 'ok', standing: [expect.any(String)] },
    ])
    const metrics = await visitor(app).get('/metrics')
    expect(metrics.headers['content-type']).toMatch(/^text\/plain/)
    expect(metrics.body).toContain('http_request_seconds_count{method="GET",route="/readyz",status="200"} 1')
    expect(metrics.body).toContain('process_resident_memory_bytes')
  })

  // Covers: http-conventions-20
  it('are given figures on this machine or with the token, and nobody else is, through a proxy here either', async () => {
    const token = 'figures-for-the-operators'
    const open = await createTestApp({ databaseUrl: app.databaseUrl, env: { METRICS_TOKEN: token } })
    try {
      const status = async (on: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
        (await on.server.inject({ url: '/metrics', remoteAddress, headers })).statusCode
      const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
      for (const local of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
        expect(await status(app, local)).toBe(200)
      const far = '203.0.113.7'
      expect([
        await status(app, far),
        await status(app, far, bearer('null')),
        await status(app, far, bearer('')),
      ]).toEqual([401, 401, 401])
      for (const name of ['x-forwarded-for', 'forwarded', 'via']) {
        expect(await status(app, '127.0.0.1', { [name]: 'for=203.0.113.7' })).toBe(401)
      }
      expect(await status(open, far, bearer(token))).toBe(200)
      expect(await status(open, '127.0.0.1', { via: '1.1 proxy', ...bearer(token) })).toBe(200)
      for (const wrong of [token.slice(1), `${token}x`, token.toUpperCase()]) {
        expect(await status(open, far, bearer(wrong))).toBe(401)
      }
    } finally {
      await open.close()
    }
  })

  // Covers: running-20
  it('is not ready, and says which part, while the queue is gone', async () => {
    await asOwner(app.databaseUrl, 'alter schema graphile_worker rename to away')
    try {
      const answer = await visitor(app).get('/readyz')
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        { status: 'unavailable', database: 'ok', queue: 'failed', disk: 'ok' },
      ])
      expect((await visitor(app).get('/healthz')).statusCode).toBe(200)
    } finally {
      await asOwner(app.databaseUrl, 'alter schema away rename to graphile_worker')
    }
  })
})

describe('the event stream', () => {
  // Covers: http-conventions-17
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
      expect(topics).toEqual(expect.arrayContaining(['campaigns', 'audit']))
    } finally {
      stream.close()
      await other.close()
    }
  })

  it('says nothing of a change that is taken back', async () => {
    const stream = await openStream(app, admin.cookie)
    const ctx = await app.staff('admin')
    const failing = ctx.tx(async (tx) => {
      tx.changed('reports')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await ctx.tx(async (tx) => tx.changed('retention'))
    await until('the later change arrives', async () => stream.received().includes('retention'))
    expect(stream.received()).not.toContain('reports')
    stream.close()
  })

  // Covers: http-conventions-19
  it('ends when its session does, and others go on', async () => {
    const leaving = await staffClient(app, 'viewer')
    const [stream, other] = [await openStream(app, leaving.cookie), await openStream(app, admin.cookie)]
    await leaving.send('POST', '/api/logout')
    await stream.ended
    const ctx = await app.staff('admin')
    await ctx.tx(async (tx) => tx.changed('setup'))
    await until('the change arrives', async () => other.received().includes('setup'))
    expect(stream.received()).not.toContain('setup')
    expect((await openStream(app, leaving.cookie)).status).toBe(401)
    other.close()
  })

  // Covers: http-conventions-19
  it('is open six times for one session', async () => {
    const tabs = await staffClient(app, 'viewer')
    const open = await Promise.all(Array.from({ length: 6 }, () => openStream(app, tabs.cookie)))
    expect(open.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const seventh = await visitor(app, tabs.cookie).get('/api/events')
    expect([seventh.statusCode, seventh.headers['retry-after']]).toEqual([429, '15'])
    for (const stream of open) stream.close()
    await until('there is room again', async () => {
      const again = await openStream(app, tabs.cookie)
      again.close()
      return again.status === 200
    })
  })

  // Covers: http-conventions-17
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
    // a late request cannot connect
    await expect(openStream(stopping, admin.cookie)).rejects.toThrow()
  }, 10_000)
})
