// The peer of the product's reads: Fastify alone, which reads the session and does each read's own statements, prepared,
// in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import pg from 'pg'

/** As many connections as the product has. */
const CONNECTIONS = 20
const SESSION = `select s.id, u.id as user_id, u.email, u.name, u.role, u.disabled_at, u.two_factor_enabled
  from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()`

const lists: Record<string, { rows: string; count: string }> = {
  '/api/brokers': {
    rows: `select b.*, exists (select from suppressions s where s.phone = b.phone and s.ended_at is null) as suppressed,
        (select json_build_object('id', d.id, 'name', d.name) from bdms d where d.id = b.bdm_id) as bdm,
        (select e.name from register_entries e where e.number = ltrim(regexp_replace(b.asic_number, '\\D', '', 'g'), '0')
          and e.until_snapshot_id is null limit 1) as registered
      from brokers b order by created_at desc, id desc limit 51`,
    count: 'select count(*) from (select from brokers limit 1001) c',
  },
  '/api/calls': {
    rows: `select c.id, c.status, c.outcome, c.response, c.provider, c.to_number, c.created_at, c.call_start_time, c.call_end_time,
        c.duration, c.simulated_at, c.recording_status, c.cost, c.campaign_id, c.broker_id, b.name, b.company, b.phone, b.region,
        p.name as campaign from calls c left join brokers b on b.id = c.broker_id left join campaigns p on p.id = c.campaign_id
      where not c.test order by c.created_at desc, c.id desc limit 51`,
    count: 'select count(*) from (select from calls where not test limit 1001) c',
  },
  '/api/campaigns': {
    rows: `select c.*, f.* from campaigns c, lateral (select sum(calls) as calls, sum(completed) as completed,
        sum(waiting) as waiting, sum(done) as done from figures where dimension = 'campaign' and campaign_id = c.id and simulated) f
      order by c.id desc limit 51`,
    count: 'select count(*) from (select from campaigns limit 1001) c',
  },
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
  for (const [path, { rows, count }] of Object.entries(lists)) {
    server.get(path, async ({ headers }, reply) => {
      if (!(await session(headers.cookie))) return reply.code(401).send()
      const [found, total] = await Promise.all([
        pool.query({ name: `${path} rows`, text: rows }),
        pool.query({ name: `${path} count`, text: count }),
      ])
      return reply.header('x-total-count', total.rows[0].count).send(found.rows)
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
  const [url] = (await once(child, 'message')) as [string] // what serve sends
  return {
    url,
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

if (process.argv[2] === 'serve-reads' && process.argv[3]) await serve(process.argv[3])
