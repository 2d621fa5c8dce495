import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type ServerOptions } from './server.ts'

const silent = pino({ level: 'silent' })

async function startServer(options: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  const server = await createServer({
    log: silent,
    trustProxy: false,
    rateLimits: true,
    secure: true,
    ...options,
  })
  server.get('/plain', async () => ({ hello: 'you' }))
  server.get('/network', async (request) => ({ ip: request.ip }))
  server.get('/broken', async () => {
    throw new Error('select password from users')
  })
  server.get('/limited', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, async () => 'once')
  server.get(
    '/direct',
    { config: { direct: true, rateLimit: { max: 0, timeWindow: 60_000 } } },
    async () => '',
  )
  server.post('/echo', async (request) => request.body)
  await server.ready()
  return server
}

let server: FastifyInstance

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server.close())

describe('every answer', () => {
  // Covers: http-conventions-11
  it('carries the protecting headers, whatever has become of the request', async () => {
    await server.inject('/limited')
    const answers: [string, LightMyRequestResponse, number][] = [
      ['plain', await server.inject('/plain'), 200],
      ['nothing there', await server.inject('/nothing'), 404],
      ['path that cannot be read', await server.inject('/%E0%A4%A'), 400],
      ['fault of ours', await server.inject('/broken'), 500],
      ['too many', await server.inject('/limited'), 429],
      ['too many of what answers from memory', await server.inject('/direct'), 429],
      ['body of another type', await server.inject({ method: 'POST', url: '/echo', payload: 'a' }), 415],
    ]
    for (const [what, { headers, statusCode }, status] of answers) {
      expect(statusCode, what).toBe(status)
      expect(headers['strict-transport-security'], what).toBe('max-age=63072000; includeSubDomains')
      expect(headers['x-content-type-options'], what).toBe('nosniff')
      expect(headers['referrer-policy'], what).toBe('no-referrer')
      expect(String(headers['content-security-policy']).split(';'), what).toEqual(
        expect.arrayContaining(["base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"]),
      )
      expect(headers['access-control-allow-origin'], what).toBeUndefined()
      expect(headers['content-type'], what).toBe('application/json; charset=utf-8')
    }
  })

  it('says nothing of TLS where the installation is not reached over it', async () => {
    const plain = await startServer({ secure: false })
    const { headers } = await plain.inject('/plain')
    expect(headers['strict-transport-security']).toBeUndefined()
    await plain.close()
  })
})

describe('a request', () => {
  // Covers: http-conventions-7
  it('is nobody’s who hides it behind another one, or asks for an echo', async () => {
    const { port } = await listening()
    const ends = ['', '']
    const twoLengths = 'Content-Length: 4\r\nContent-Length: 11'
    const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked'
    const folded = 'Transfer-Encoding: chunked\r\n , identity\r\nContent-Length: 4'
    for (const length of [twoLengths, both, folded]) {
      const head = ['POST /echo HTTP/1.1', 'Host: a', 'Content-Type: application/json', length]
      const hidden = ['0', '', 'GET /plain HTTP/1.1', 'Host: a', ...ends]
      const answer = await exchange(port, [...head, '', ...hidden].join('\r\n'))
      expect(answer, length).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer, length).not.toContain('hello')
    }
    const trace = await exchange(
      port,
      ['TRACE /plain HTTP/1.1', 'Host: a', 'Cookie: a=b', 'Connection: close', ...ends].join('\r\n'),
    )
    expect(trace).toMatch(/^HTTP\/1\.1 404 /)
    expect(trace).not.toContain('a=b')
  })

  // Covers: http-conventions-7
  it('has the address of its connection, and what a named proxy says of it', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
    const ask = async (of: FastifyInstance, remoteAddress: string) =>
      (await of.inject({ url: '/network', headers, remoteAddress })).json()
    expect(await ask(server, '10.0.0.1')).toEqual({ ip: '10.0.0.1' })
    const behind = await startServer({ trustProxy: ['10.0.0.1'] })
    expect(await ask(behind, '10.0.0.1')).toEqual({ ip: '203.0.113.9' })
    expect(await ask(behind, '10.0.0.2')).toEqual({ ip: '10.0.0.2' })
    await behind.close()
  })

  // Covers: http-conventions-7
  it('changes no prototype', async () => {
    for (const payload of ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}']) {
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await server.inject({ method: 'POST', url: '/echo', headers, payload })
      expect(statusCode, payload).toBe(400)
    }
  })
})

let address: { port: number } | undefined

async function listening(): Promise<{ port: number }> {
  if (!address) {
    await server.listen({ port: 0, host: '127.0.0.1' })
    address = server.server.address() as { port: number } // a TCP listener
  }
  return address
}

/** The server's response to these bytes, until it ends the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}
