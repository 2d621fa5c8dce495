import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type Connection, connect } from '#server/platform/db/database.ts'
import { takeEndpointLimit } from '#server/platform/limits/limits.ts'
import { sessionNameOf } from '#server/providers/sign-in/headers.ts'
import type { DB } from '#server/schema.gen.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { bind, type Route } from './route.ts'
import { serveRoutes } from './routes.ts'
import { createServer, type ServerOptions } from './server.ts'

interface Ctx {
  db: Connection<DB>['db']
}

const common = { tag: 'Test', access: 'public' } as const
const plain = endpoint('GET /plain', {
  ...common,
  summary: 'Says hello',
  returns: z.object({ hello: z.string() }),
})
const knock = endpoint('POST /knock', {
  ...common,
  summary: 'Takes a few requests of one network',
  returns: z.object({ poked: z.literal(true) }),
  limit: { requests: 3, minutes: 10 },
})

let database: TestDatabase
let connection: Connection<DB>
let server: FastifyInstance

const routes: Route<Ctx>[] = [
  bind<Ctx, typeof plain>(plain, async () => ({ hello: 'there' })),
  bind<Ctx, typeof knock>(knock, async () => ({ poked: true as const })),
]

async function serve({
  rateLimits,
  sessionOf,
}: {
  rateLimits: boolean
  sessionOf?: ServerOptions['sessionOf']
}): Promise<FastifyInstance> {
  const limits = {
    ...{ db: connection.db, now: () => new Date() },
    providers: { secret: 'test', installation: { rateLimits } },
  }
  const log = pino({ level: 'silent' })
  const made = await createServer({ log, trustProxy: false, rateLimits, sessionOf, secure: false })
  serveRoutes<Ctx>(made, routes, {
    authenticate: async ({ ip }) => ({ kind: 'visitor', ip }),
    admit: () => undefined,
    ctx: () => ({ db: connection.db }),
    limit: ({ ip }, of) => takeEndpointLimit(limits, of, ip),
    requireRoom: async () => undefined,
  })
  await made.ready()
  return made
}

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect<DB>(database.url, 10, () => undefined)
  server = await serve({ rateLimits: false })
})
afterAll(async () => {
  await server?.close()
  await connection?.close()
  await database?.drop()
})

describe('the limit of requests', () => {
  // Covers: http-conventions-1
  it('is 429 with Retry-After, for one address and not for the others', async () => {
    const limited = await serve({ rateLimits: true })
    try {
      const ask = (remoteAddress: string) => limited.inject({ url: '/plain', remoteAddress })
      let answer = await ask('203.0.113.1')
      for (let asked = 1; asked < 1200; asked++) answer = await ask('203.0.113.1')
      expect(answer.statusCode).toBe(200)
      const refused = await ask('203.0.113.1')
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ask('203.0.113.2')).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })

  // Covers: analytics-figures-27
  it('is one of its own for each session that is proven, and that of the address for everybody else', async () => {
    const secret = 'a secret of sessions'
    const publicUrl = 'http://localhost:3000'
    const limited = await serve({
      rateLimits: true,
      sessionOf: (headers) => sessionNameOf(headers, { secret, publicUrl }),
    })
    const signed = (token: string) =>
      `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`
    try {
      const ask = (headers: Record<string, string>) =>
        limited.inject({ url: '/plain', remoteAddress: '203.0.113.1', headers })
      const cookie = (session: string) => ({
        cookie: `brokerline.session_token=${encodeURIComponent(session)}`,
      })
      for (let asked = 0; asked < 1200; asked++) await ask(cookie(signed('one')))
      expect((await ask(cookie(signed('one')))).statusCode).toBe(429)
      expect((await ask(cookie(signed('two')))).statusCode).toBe(200)
      expect((await ask({ authorization: `Bearer ${signed('three')}` })).statusCode).toBe(200)
      // a forged session counts under its address, whatever its value
      for (let asked = 0; asked < 1200; asked++) await ask(cookie(`forged-${asked}.signature`))
      expect((await ask(cookie('another.signature'))).statusCode).toBe(429)
      expect((await ask({})).statusCode).toBe(429)
    } finally {
      await limited.close()
    }
  })

  // Covers: sign-sessions-6, accreditation-applications-7
  it('of an endpoint of its own counts by network over all processes, and is off where limits are off', async () => {
    const limited = await serve({ rateLimits: true })
    const another = await serve({ rateLimits: true })
    const knockFrom = (server: FastifyInstance, remoteAddress: string) =>
      server.inject({ method: 'POST', url: '/knock', remoteAddress })
    try {
      for (const last of [1, 2, 3]) {
        expect((await knockFrom(last === 2 ? another : limited, `203.0.113.${last}`)).statusCode).toBe(200)
      }
      const refused = await knockFrom(limited, '203.0.113.4')
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
      expect((await knockFrom(another, '203.0.113.4')).statusCode).toBe(429)
      expect((await knockFrom(limited, '198.51.100.4')).statusCode).toBe(200)
      expect((await limited.inject({ url: '/plain', remoteAddress: '203.0.113.4' })).statusCode).toBe(200)
    } finally {
      await limited.close()
      await another.close()
    }
    for (const last of [1, 2, 3, 4]) {
      expect((await knockFrom(server, `203.0.113.${last}`)).statusCode).toBe(200)
    }
  })
})
