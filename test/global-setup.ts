import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isAlive } from '#server/platform/db/embedded/pid-file.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server on which the tests make their databases, and the migrated database that they copy. */
    testServer: { url: string; template: string }
  }
}

const prefix = 'brokerline-test-'
// Nobody misses a test database after a power cut.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** One PostgreSQL for the whole run: TEST_DATABASE_URL (a superuser's), else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL ? external(process.env.TEST_DATABASE_URL) : await embedded()
  const template = `test_template_${process.pid}`
  try {
    await execute(server.url, `CREATE DATABASE ${template}`)
    await migrate(withDatabase(server.url, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('testServer', { url: server.url, template })
  return async () => {
    if (process.env.TEST_DATABASE_URL) await execute(server.url, `DROP DATABASE IF EXISTS ${template}`)
    await server.stop()
  }
}

type Server = { url: string; stop(): Promise<void> }

function external(url: string): Server {
  return { url, stop: async () => {} }
}

async function embedded(): Promise<Server> {
  await sweep()
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const server = await startEmbedded({ dataDir, settings })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Ends and removes what runs that were killed have left behind. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    try {
      if (existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))) {
        await (await startEmbedded({ dataDir, settings })).stop()
      }
      await rm(dataDir, { recursive: true, force: true })
    } catch {
      // Another user's, or another run is sweeping it: theirs to remove.
    }
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
