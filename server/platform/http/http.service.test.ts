import { Agent, request } from 'node:http'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { EXACT_TOTAL, pageQuery, QUICK_TOTAL } from '#contract/page.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { until } from '#test/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { countLimit, decodeIdCursor, encodeCursor, page } from './page.ts'
import { bind, type Route } from './route.ts'
import { requireMultipart, serveRoutes } from './routes.ts'
import { createServer } from './server.ts'

interface Ctx {
  db: Connection<object>['db']
}

const common = { tag: 'Test', access: 'public' } as const
const echo = endpoint('POST /echo/:id', {
  ...common,
  summary: 'Gives back what it was sent',
  params: z.object({ id: z.coerce.number('Expected a number').int() }),
  body: z.object({ text: z.string('Text is required').min(1, 'Text is required').max(5, 'Too long') }),
  returns: z.object({ id: z.number(), text: z.string(), turn: z.number() }),
  status: 201,
  idempotent: true,
})
const plain = endpoint('GET /plain', {
  ...common,
  summary: 'Says hello',
  returns: z.object({ hello: z.string() }),
})
const secret = endpoint('GET /secret', {
  ...common,
  summary: 'Knows more than it declares',
  returns: z.object({ id: z.number() }),
})
const list = endpoint('GET /list', {
  ...common,
  summary: 'Numbers, highest first',
  query: pageQuery,
  returns: z.array(z.number()),
})
const upload = endpoint('POST /upload', {
  ...common,
  summary: 'Takes a file',
  multipart: { files: { file: true } },
  returns: z.object({ bytes: z.number() }),
})
const refusal = endpoint('GET /refusal/:code', {
  ...common,
  summary: 'Refuses with a code',
  params: z.object({ code: z.string() }),
  returns: z.object({}),
})
const poke = endpoint('POST /poke', {
  ...common,
  summary: 'Takes no body',
  returns: z.object({ poked: z.literal(true) }),
})
const broken = endpoint('GET /broken', { ...common, summary: 'Breaks', returns: z.object({}) })
const untrue = endpoint('GET /untrue', {
  ...common,
  summary: 'Answers what its contract does not allow',
  returns: z.object({ id: z.number() }),
})

let database: TestDatabase
let connection: Connection<object>
let server: FastifyInstance
/** How often the work behind an idempotent endpoint was done. */
let turns = 0
/** The work waits for this. */
let gate: Promise<void> = Promise.resolve()

const routes: Route<Ctx>[] = [
  bind<Ctx, typeof echo>(echo, async ({ params, body }) => {
    await gate
    if (body.text === 'no') throw new AppError('rule_forbids', 'Not today.')
    turns += 1
    return { id: params.id, text: body.text, turn: turns }
  }),
  bind<Ctx, typeof plain>(plain, async () => ({ hello: 'there' })),
  bind<Ctx, typeof secret>(secret, async () => {
    const row = { id: 1, password: 'hunter2' }
    return row
  }),
  bind<Ctx, typeof list>(list, async ({ query }) => {
    const total = Number(query.q ?? 250)
    const before = decodeIdCursor(query.cursor) ?? total + 1
    const items = Array.from({ length: Math.min(query.limit, before - 1) }, (_, index) => before - 1 - index)
    const last = items.at(-1) ?? 1
    const countedTo = countLimit(query.total)
    return page(items, { total, countedTo, next: last > 1 ? encodeCursor([last]) : null })
  }),
  bind<Ctx, typeof upload>(upload, async ({ request }) => {
    requireMultipart(request)
    const file = await request.file({ limits: { fileSize: 1000 } })
    return { bytes: (await file?.toBuffer())?.length ?? 0 }
  }),
  bind<Ctx, typeof refusal>(refusal, async ({ params }) => {
    const code = errorBody.shape.code.parse(params.code)
    throw new AppError(code, 'Because.', { retryAfter: code === 'too_many_requests' ? 12.2 : undefined })
  }),
  bind<Ctx, typeof poke>(poke, async () => ({ poked: true as const })),
  bind<Ctx, typeof broken>(broken, async () => {
    throw new Error('password=hunter2 in /home/ops')
  }),
  bind<Ctx, typeof untrue>(untrue, async () => ({ id: 'hunter2' }) as never),
]

async function serve(): Promise<FastifyInstance> {
  const made = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    rateLimits: false,
    secure: false,
  })
  serveRoutes<Ctx>(made, routes, {
    authenticate: async (request) => {
      const userId = Number(request.headers['x-user'] ?? 0)
      const person = { role: 'admin', name: 'Test', email: 'test@example.com', ip: request.ip }
      return userId ? { kind: 'staff', userId, ...person } : { kind: 'visitor', ip: request.ip }
    },
    admit: () => undefined,
    ctx: () => ({ db: connection.db }),
    limit: async () => undefined,
    requireRoom: async () => undefined,
  })
  await made.ready()
  return made
}

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, 10, () => undefined)
  server = await serve()
})
afterAll(async () => {
  await server?.close()
  await connection?.close()
  await database?.drop()
})
beforeEach(() => {
  turns = 0
  gate = Promise.resolve()
})

const post = (url: string, payload: unknown, headers: InjectOptions['headers'] = {}) =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

function expectRefusal(
  answer: LightMyRequestResponse,
  status: number,
  code: string,
): z.infer<typeof errorBody> {
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['cache-control']).toBe('no-store')
  const body = errorBody.strict().parse(answer.json())
  expect(body.code).toBe(code)
  expect(body.requestId).toBe(answer.headers['x-request-id'])
  return body
}

describe('an error', () => {
  // Covers: http-conventions-1
  it.each([
    ['invalid', 400],
    ['not_signed_in', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['too_large', 413],
    ['unsupported_type', 415],
    ['rule_forbids', 422],
    ['too_many_requests', 429],
    ['unavailable', 503],
  ])('%s has status %i and one shape', async (code, status) => {
    const answer = await server.inject(`/refusal/${code}`)
    expect(expectRefusal(answer, status, code).message).toBe('Because.')
    expect(answer.headers['retry-after']).toBe(status === 429 ? '13' : undefined)
  })

  // Covers: http-conventions-8
  it('of ours says nothing but the request id', async () => {
    for (const url of ['/broken', '/untrue']) {
      const answer = await server.inject(url)
      const { message, requestId } = expectRefusal(answer, 500, 'internal')
      expect(message).toBe(`Something went wrong on our side. Quote ${requestId} when you report it.`)
      expect(answer.body).not.toMatch(/hunter2|home|at .*\.ts/)
    }
  })

  // Covers: http-conventions-8
  it('of the input names the field, the path parameter too', async () => {
    const body = expectRefusal(await post('/echo/1', { text: '' }), 400, 'invalid')
    expect(body).toMatchObject({ message: 'Text is required', fields: { text: 'Text is required' } })
    expect(expectRefusal(await post('/echo/x', { text: 'a' }), 400, 'invalid').fields).toHaveProperty('id')
    expectRefusal(await server.inject('/list?limit=1001'), 400, 'invalid')
    expectRefusal(await server.inject('/list?limit=0'), 400, 'invalid')
    expect(expectRefusal(await server.inject('/list?limit=ten'), 400, 'invalid').fields).toEqual({
      limit: 'Enter a whole number',
    })
  })

  it.each([
    ['cut', '{"text":'],
    ['empty', ''],
    ['of another type', '[]'],
    ['a lone text', '"text"'],
    ['null', 'null'],
    ['poisoned', '{"__proto__":{"text":"a"}}'],
  ])('tells of a JSON body that is %s', async (_what, body) => {
    expectRefusal(await post('/echo/1', body), 400, 'invalid')
  })

  // Covers: http-conventions-1
  it('tells of a body that is too large, or of a type that is not understood', async () => {
    expectRefusal(await post('/echo/1', { text: 'x'.repeat(1_100_000) }), 413, 'too_large')
    expectRefusal(await post('/echo/1', 'text=a', { 'content-type': 'text/plain' }), 415, 'unsupported_type')
    expectRefusal(
      await post('/echo/1', '<a/>', { 'content-type': 'application/xml' }),
      415,
      'unsupported_type',
    )
    expectRefusal(await post('/upload', { text: 'a' }), 415, 'unsupported_type')
  })

  // Covers: http-conventions-1
  it('tells of an upload that is too large or cut off', async () => {
    const form = (content: string, end = '\r\n--x--\r\n') =>
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}${end}`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await post('/upload', form('a,b'), headers)).json()).toEqual({ bytes: 3 })
    expectRefusal(await post('/upload', form('a'.repeat(2000)), headers), 413, 'too_large')
    expectRefusal(await post('/upload', form('a', ''), headers), 400, 'invalid')
    expectRefusal(await post('/upload', 'a', { 'content-type': 'multipart/form-data' }), 400, 'invalid')
  })

  it.each([
    ['without a boundary', ''],
    ['with a boundary that is too long', `; boundary=${'x'.repeat(253)}`],
  ])('tells of an upload %s, and its connection goes on', async (_what, boundary) => {
    const address = new URL(await (await serve()).listen({ port: 0, host: '127.0.0.1' }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({ agent, host: address.hostname, port: address.port, method, path, headers })
        sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
        sent.on('error', reject).end(body)
      })
    const headers = { 'content-type': `multipart/form-data${boundary}` }
    expect(await send('POST', '/upload', headers, 'a'.repeat(400_000))).toBe(400)
    expect(await send('GET', '/plain')).toBe(200)
    agent.destroy()
  })

  it.each([
    '/nowhere',
    '/echo',
    '/plain/more',
    '/%2e%2e/etc/passwd',
    '//plain//',
  ])('is 404 where nothing is: %s', async (url) => {
    expectRefusal(await server.inject(url), 404, 'not_found')
  })

  it('is 404 for a part of a path that is longer than anything we name', async () => {
    expectRefusal(await server.inject(`/refusal/${'a'.repeat(5000)}`), 404, 'not_found')
  })

  it('is 404 for a method that nothing answers', async () => {
    expectRefusal(await server.inject({ method: 'DELETE', url: '/plain' }), 404, 'not_found')
  })

  // Covers: http-conventions-5
  it('with a value sent twice is refused: neither of the two is picked', async () => {
    const answer = await server.inject('/list?limit=1&limit=1000')
    expectRefusal(answer, 400, 'invalid')
    expect(Object.keys(answer.json().fields)).toEqual(['limit'])
  })

  it.each(['/echo/%', '/refusal/%E0%A4%A'])('is 400 for a path that cannot be read: %s', async (url) => {
    expectRefusal(
      await server.inject({ method: url.startsWith('/echo') ? 'POST' : 'GET', url }),
      400,
      'invalid',
    )
  })
})

describe('an answer', () => {
  // Covers: http-conventions-11
  it('holds nothing that its contract does not declare', async () => {
    const answer = await server.inject('/secret')
    expect(answer.json()).toEqual({ id: 1 })
  })

  // Covers: http-conventions-11
  it('is never kept by others, and carries the protecting headers', async () => {
    const { headers } = await server.inject('/plain')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('to HEAD is the head alone', async () => {
    const answer = await server.inject({ method: 'HEAD', url: '/plain' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })

  it('takes the type of JSON without a body as no body', async () => {
    expect((await post('/poke', '')).json()).toEqual({ poked: true })
    expectRefusal(await post('/poke', '{'), 400, 'invalid')
  })

  it('comes with or without a slash at the end', async () => {
    expect((await server.inject('/plain/')).statusCode).toBe(200)
  })
})

describe('a list', () => {
  // Covers: http-conventions-9
  it('says how many there are and where the next page is, until the last', async () => {
    const first = await server.inject('/list?limit=100&q=250')
    expect(first.json()).toHaveLength(100)
    expect(first.headers['x-total-count']).toBe('250')
    const seen: number[] = []
    let url: string | undefined = '/list?limit=100&q=250'
    while (url) {
      const answer: LightMyRequestResponse = await server.inject(url)
      seen.push(...answer.json<number[]>())
      url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
      if (url) expect(url).toContain('q=250')
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index))
  })

  // Covers: http-conventions-9
  it('has a hundred where nothing is said, and counts exactly up to ten thousand, or a thousand in a quick total', async () => {
    expect((await server.inject('/list')).json()).toHaveLength(100)
    const count = async (q: number, more = '') =>
      (await server.inject(`/list?q=${q}${more}`)).headers['x-total-count']
    expect(await count(1283)).toBe('1283')
    expect(await count(EXACT_TOTAL)).toBe('10000')
    expect(await count(EXACT_TOTAL + 1)).toBe('10000+')
    expect(await count(QUICK_TOTAL, '&total=quick')).toBe('1000')
    expect(await count(QUICK_TOTAL + 1, '&total=quick')).toBe('1000+')
  })

  it.each([
    'garbage',
    encodeCursor([1, 2]),
    encodeCursor(['x']),
    encodeCursor([null]),
    '%22',
  ])('does not know the cursor %s', async (cursor) => {
    const answer = await server.inject(`/list?cursor=${cursor}`)
    expect(expectRefusal(answer, 400, 'invalid').fields).toEqual({ cursor: 'Not a cursor of this list' })
  })
})

describe('Idempotency-Key', () => {
  const send = (key: string, body: unknown, options: { user?: number; id?: number } = {}) =>
    post(`/echo/${options.id ?? 1}`, body, { 'idempotency-key': key, 'x-user': String(options.user ?? 1) })

  // Covers: http-conventions-10
  it('gives the first answer again for the same key and body', async () => {
    const first = await send('same', { text: 'a' })
    const second = await send('same', { text: 'a' })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    expect(turns).toBe(1)
  })

  // Covers: http-conventions-10
  it('refuses another body, another path under the same key', async () => {
    await send('other', { text: 'a' })
    expectRefusal(await send('other', { text: 'b' }), 409, 'conflict')
    expectRefusal(await send('other', { text: 'a' }, { id: 2 }), 409, 'conflict')
    expect(turns).toBe(1)
  })

  // Covers: http-conventions-10
  it('does the work once for requests that come at once', async () => {
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    let refused = 0
    const racing = Array.from({ length: 8 }, async () => {
      const answer = await send('race', { text: 'a' })
      if (answer.statusCode === 409) refused += 1
      return answer.statusCode
    })
    await until('seven are refused while one does the work', async () => refused === 7)
    open()
    expect((await Promise.all(racing)).sort()).toEqual([201, ...Array<number>(7).fill(409)])
    expect(turns).toBe(1)
    expect((await send('race', { text: 'a' })).statusCode).toBe(201)
  })

  it('leaves no trace of a request that was refused', async () => {
    expectRefusal(await send('again', { text: 'no' }), 422, 'rule_forbids')
    expectRefusal(await send('again', { text: 'too long' }), 400, 'invalid')
    expect((await send('again', { text: 'a' })).statusCode).toBe(201)
  })

  it('is everybody’s own: the key of somebody else says nothing', async () => {
    const mine = await send('mine', { text: 'a' }, { user: 1 })
    const theirs = await send('mine', { text: 'b' }, { user: 2 })
    const visitors = await send('mine', { text: 'c' }, { user: 0 })
    expect([mine, theirs, visitors].map((answer) => answer.json().text)).toEqual(['a', 'b', 'c'])
  })

  it('has a limit, and counts for nothing where it is empty', async () => {
    expectRefusal(await send('k'.repeat(256), { text: 'a' }), 400, 'invalid')
    await send('', { text: 'a' })
    await send('', { text: 'a' })
    expect(turns).toBe(2)
  })

  it('says so where the first request was never finished', async () => {
    await send('lost', { text: 'a' })
    await connection.pool.query(
      `update idempotency_keys set status = null, created_at = now() - interval '5 minutes' where key = 'lost'`,
    )
    const { message } = expectRefusal(await send('lost', { text: 'a' }), 409, 'conflict')
    expect(message).toContain('did not finish')
    expect(turns).toBe(1)
  })
})
