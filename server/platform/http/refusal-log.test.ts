import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { AppError, invalid } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import './refusal-log.ts'
import { createServer } from './server.ts'

let server: FastifyInstance

afterEach(() => server.close())

/** A server, and the lines of its log. */
async function logged(level: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line))
      done()
    },
  })
  const log = createLog(level, destination)
  server = await createServer({ log, trustProxy: false, rateLimits: true, secure: true })
  server.get('/door/:token', async (request) => {
    const who = { userId: 7, role: 'viewer', name: 'Vic Sorrell', email: 'vic@example.com', ip: request.ip }
    request.actor = { kind: 'staff', ...who }
    throw new AppError('forbidden', 'Only admins may do this.')
  })
  server.get('/form', async () => {
    throw invalid({ email: 'Invalid email address' })
  })
  server.get('/once', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, async () => 'once')
  server.get<{ Querystring: { say?: string } }>('/broken', async ({ query }) => {
    throw new Error(`of ours ${query.say ?? ''}`)
  })
  await server.ready()
  return lines
}

const from = (url: string) => server.inject({ url, remoteAddress: '203.0.113.7' })

// Covers: http-conventions-6
it('a door that stays shut is a line with when, who, from where and which, without names, tokens or addresses', async () => {
  const lines = await logged('warn')
  await from('/door/secret-token?token=another-secret')
  expect(lines).toEqual([
    {
      level: 40,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      msg: 'request refused',
      code: 'forbidden',
      method: 'GET',
      route: '/door/:token',
      ip: '203.0.113.7',
      actor: 'staff',
      userId: 7,
      count: 1,
    },
  ])
})

// Covers: http-conventions-6
it('limits are told, mistakes in forms only where the log is told more, faults of ours always', async () => {
  const lines = await logged('warn')
  for (const url of ['/once', '/once', '/form', '/broken']) await from(url)
  expect(lines.map(({ msg, code, route }) => [msg, code, route])).toEqual([
    ['request refused', 'too_many_requests', '/once'],
    ['request failed', undefined, '/broken'],
  ])
  await server.close()
  const more = await logged('info')
  await from('/form')
  expect(more[0]).toMatchObject({
    msg: 'request refused',
    code: 'invalid',
    fields: ['email'],
    ip: '203.0.113.7',
  })
  expect(more[1]).toMatchObject({
    msg: 'request',
    route: '/form',
    status: 400,
    actor: 'visitor',
    userId: null,
  })
})

// Covers: http-conventions-6
it('a flood fills no disk', async () => {
  const lines = await logged('warn')
  for (let i = 0; i < 100; i++) await from('/door/a')
  expect(lines.length).toBeLessThan(40)
  expect(lines.map(({ count }) => count)).toContain(80)
})

// Covers: http-conventions-6
it('a line break in what somebody sends begins no line of the log', async () => {
  const lines = await logged('warn')
  await from('/broken?say=%0A%7B%22level%22%3A60%7D')
  expect(lines.map(({ level }) => level)).toEqual([50])
  expect(JSON.stringify(lines)).toContain('60')
})
