// The peer of the product's reads: Fastify alone, which reads the session and does each read's own statements, prepared,
// in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import { Kysely } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { viewBrokers } from '#server/modules/brokers/views.ts'
import { viewCalls } from '#server/modules/calls/views.ts'
import { viewCampaigns } from '#server/modules/campaigns/views.ts'
import { createBus } from '#server/platform/bus.ts'
import { createCtx } from '#server/platform/ctx.ts'
import { camelCased } from '#server/platform/db/camel-case.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { DB } from '#server/schema.gen.ts'

/** As many connections as the product has. */
const CONNECTIONS = 20
const SESSION = `select s.id, u.id as user_id, u.email, u.name, u.role, u.disabled_at, u.two_factor_enabled
  from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()`

const FIRST_PAGE = 50
const reads = {
  '/api/brokers': (ctx: Ctx) => viewBrokers(ctx, { sort: '-createdAt', limit: FIRST_PAGE }),
  '/api/calls': (ctx: Ctx) => viewCalls(ctx, { sort: '-createdAt', test: 'false', limit: FIRST_PAGE }),
  '/api/campaigns': (ctx: Ctx) => viewCampaigns(ctx, { limit: FIRST_PAGE }),
}

interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** The statements of each read of the product, so that the peer runs exactly the same ones. */
async function statementsOfReads(pool: pg.Pool): Promise<{ path: string; statements: Statement[] }[]> {
  const asked: Statement[] = []
  const db = new Kysely<DB>({
    ...camelCased({ pool }),
    log: ({ query: { sql, parameters } }) =>
      void asked.push({ name: `read ${asked.length}`, text: sql, values: [...parameters] }),
  })
  const ctx: Ctx = createCtx({
    ...{ db, now: () => new Date(), log: pino({ level: 'silent' }), bus: createBus<AppEvents, Ctx>([]) },
    ...{ actor: { kind: 'system', name: 'measurement' }, requestId: 'measurement' },
    // the reads use no other provider; without an active one their result is the same as with the simulator
    providers: { voice: { active: null } } as Providers,
  })
  const found: { path: string; statements: Statement[] }[] = []
  for (const [path, read] of Object.entries(reads)) {
    const before = asked.length
    await read(ctx)
    found.push({ path, statements: asked.slice(before) })
  }
  return found
}

async function serve(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  pool.on('error', () => undefined)
  const server = Fastify()
  const session = async (cookie = '') => {
    const token = /session_token=([^.;]+)/.exec(decodeURIComponent(cookie))?.[1]
    return (await pool.query({ name: 'session', text: SESSION, values: [token] })).rows[0]
  }
  server.get('/api/auth/user', async ({ headers }) => session(headers.cookie))
  for (const { path, statements } of await statementsOfReads(pool)) {
    server.get(path, async ({ headers }, reply) => {
      if (!(await session(headers.cookie))) return reply.code(401).send()
      const answers = await Promise.all(statements.map((statement) => pool.query(statement)))
      return answers.flatMap(({ rows }) => rows)
    })
  }
  process.once('message', async () => {
    await server.close()
    await pool.end()
    process.exit(0)
  })
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

export async function startBareReads(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child: ChildProcess = fork(import.meta.filename, ['serve-reads', databaseUrl])
  const [url] = (await once(child, 'message')) as [string] // sent by `serve`
  return {
    url,
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

if (process.argv[2] === 'serve-reads' && process.argv[3]) await serve(process.argv[3])
