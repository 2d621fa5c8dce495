import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isAlive } from '#server/platform/db/embedded/pid-file.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { executeOn, withDatabase } from './database.ts'

interface DatabaseAddresses {
  /** As the application works. */
  url: string
  /** A superuser's. */
  ownerUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the tests with its roles, and the migrated database that they copy. */
    testServer: DatabaseAddresses & { template: string }
  }
}

const prefix = 'brokerline-test-'
// Test databases need no crash safety.
const speed = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
// all workers share the server, and connections reserved for superusers are not available to the application
const settings = { ...speed, max_connections: '200' }

/** One PostgreSQL for the whole run: TEST_DATABASE_URL (a superuser's), else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? await external(process.env.TEST_DATABASE_URL)
    : await embedded()
  const template = `test_template_${process.pid}`
  const end = async (): Promise<void> => {
    if (process.env.TEST_DATABASE_URL) await executeOn(server.ownerUrl, `DROP DATABASE IF EXISTS ${template}`)
    await server.stop()
  }
  try {
    await executeOn(server.ownerUrl, `CREATE DATABASE ${template}`)
    await migrate({
      url: withDatabase(server.url, template),
      ownerUrl: withDatabase(server.ownerUrl, template),
    })
  } catch (error) {
    await end()
    throw error
  }
  project.provide('testServer', { url: server.url, ownerUrl: server.ownerUrl, template })
  return end
}

type Server = DatabaseAddresses & { stop(): Promise<void> }

/** The application's role is made for this run alone. */
async function external(ownerUrl: string): Promise<Server> {
  const role = `test_app_${process.pid}`
  const password = randomBytes(24).toString('base64url')
  await executeOn(ownerUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  const url = Object.assign(new URL(ownerUrl), { username: role, password })
  return { url: url.href, ownerUrl, stop: () => executeOn(ownerUrl, `DROP ROLE ${role}`) }
}

async function embedded(): Promise<Server> {
  await sweep()
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const server = await startEmbedded({ dataDir, settings })
  return {
    ...server,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Ends and removes the remains of killed runs. */
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
