import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { createServer } from './server.ts'

let server: FastifyInstance
let port: number
beforeAll(async () => {
  const log = pino({ level: 'silent' })
  server = await createServer({ log, trustProxy: false, rateLimits: false, secure: false })
  server.get('/', async () => ({ well: true }))
  server.get('/:name', async () => ({ well: true }))
  server.post('/', async () => ({ well: true }))
  server.get('/endless', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 10 }).write('begun')
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port // a TCP listener
})
afterAll(() => server.close())

/** Everything received until the connection closes. */
async function send(...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
    const next = pieces.shift()
    if (next !== undefined) socket.write(next)
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(pieces.shift() ?? '')
  await closed
  return answer
}

const LONG = 'x'.repeat(20_000)
const HOST = 'host: a\r\nconnection: close\r\n'
const CHUNKED = `POST / HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`

// Covers: http-conventions-2
it.each([
  ['is no HTTP', 'hello\r\n\r\n', 400, 'invalid'],
  ['is of a version that does not exist', `GET / HTTP/9.9\r\n${HOST}\r\n`, 400, 'invalid'],
  ['has a header without a name', `GET / HTTP/1.1\r\n${HOST}: b\r\n\r\n`, 400, 'invalid'],
  [
    'has two lengths',
    `POST / HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
    400,
    'invalid',
  ],
  ['has a body whose parts do not fit', `${CHUNKED}zz\r\n`, 400, 'invalid'],
  ['has parts with too much around them', `${CHUNKED}1;${LONG}\r\na\r\n0\r\n\r\n`, 413, 'too_large'],
  ['has headers that are too large', `GET / HTTP/1.1\r\n${HOST}a: ${LONG}\r\n\r\n`, 431, 'too_large'],
  ['has an address that is too large', `GET /${LONG} HTTP/1.1\r\n${HOST}\r\n`, 431, 'too_large'],
  [
    'has an address with too large a part',
    `GET /${'x'.repeat(600)} HTTP/1.1\r\n${HOST}\r\n`,
    404,
    'not_found',
  ],
  ['has an address that cannot be read', `GET /%zz HTTP/1.1\r\n${HOST}\r\n`, 400, 'invalid'],
  ['names no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid'],
  ['expects what we do not do', `GET / HTTP/1.1\r\n${HOST}expect: a miracle\r\n\r\n`, 417, 'invalid'],
])('a request that %s is refused in the one shape', async (_what, sent, status, code) => {
  const [head = '', body = ''] = (await send(sent)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const refusal = errorBody.parse(JSON.parse(body))
  expect(refusal.code).toBe(code)
  expect(refusal.message).toMatch(/^[A-Z].*\.$/)
  expect(/^x-request-id: (.*)$/im.exec(head)?.[1]?.trim()).toBe(refusal.requestId)
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im)
})

// Covers: http-conventions-2
it('what cannot be read behind an answer gets one of its own', async () => {
  const answer = await send('GET / HTTP/1.1\r\nhost: a\r\n\r\n', 'nonsense\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 200 .*{"well":true}HTTP\/1.1 400 /s)
  const ids = [...answer.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(2)
})

// Covers: http-conventions-2
it('an answer that has begun is cut off, and no other one is written into it', async () => {
  expect(await send('GET /endless HTTP/1.1\r\nhost: a\r\n\r\n', 'nonsense\r\n\r\n')).toMatch(/\r\n\r\nbegun$/)
})
