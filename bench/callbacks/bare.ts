// The peer: a bare Fastify route that only reads the body and inserts one row, in a process of its own over a
// PostgreSQL of its own, as durable as the product's.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import pg from 'pg'
import { startDatabase } from '#test/database.ts'

/** As many connections as the product has. */
const CONNECTIONS = 10

async function serve(): Promise<void> {
  const database = await startDatabase()
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: CONNECTIONS })
  // PostgreSQL may stop before it has read the pool's good-bye
  pool.on('error', () => undefined)
  await pool.query('create table callbacks (id bigint generated always as identity primary key, body text)')
  const server = Fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.post('/*', async (request, reply) => {
    const values = [request.body]
    await pool.query({ name: 'callback', text: 'insert into callbacks (body) values ($1)', values })
    return reply.code(204).send()
  })
  process.once('message', async () => {
    await server.close()
    await pool.end()
    await database.stop()
    process.exit(0)
  })
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

export async function startBare(): Promise<{ url: string; stop(): Promise<void> }> {
  const child: ChildProcess = fork(import.meta.filename, ['serve'])
  const [url] = (await once(child, 'message')) as [string] // sent by `serve`
  return {
    url,
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

if (process.argv[2] === 'serve') await serve()
