import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import type { DatabaseUrls } from '#server/platform/db/migrate.ts'
import { needsPreparing } from '#server/platform/db/prepare-database.ts'
import { executeOn, withDatabase } from '#test/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { prepareApart } from './prepare-apart.ts'

const secret = 'a-secret-of-more-than-thirty-two-characters'
const database = `test_${process.pid}_${randomBytes(6).toString('hex')}`
const server = inject('testServer')
const urls = {
  url: withDatabase(server.url, database),
  ownerUrl: withDatabase(server.ownerUrl, database),
}
beforeEach(() => executeOn(server.ownerUrl, `create database ${database}`))
afterEach(async () => {
  vi.unstubAllEnvs()
  await executeOn(server.ownerUrl, `drop database ${database} with (force)`)
})

const needsIt = (demo: boolean, of: DatabaseUrls = urls) => needsPreparing(of, { demo })

/** A database with tables, without the process that makes them. */
async function migratedDatabase(): Promise<TestDatabase> {
  const migrated = await createTestDatabase()
  onTestFinished(migrated.drop)
  return migrated
}

async function count(table: string): Promise<number> {
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${table}`)
  await client.end()
  return rows[0]?.count ?? 0
}

it('makes the tables in a process of its own, and leaves the demo world to whoever wants it', async () => {
  vi.stubEnv('DEMO', 'off')
  expect(await needsIt(false)).toBe(true)
  await prepareApart({ database: urls, secret })
  expect(await count('users')).toBe(0)
  expect(await needsIt(false)).toBe(false)
  expect(await needsIt(true)).toBe(true)
})

it('is needed again when the database lacks the newest migration, and not where a user is there', async () => {
  const migrated = await migratedDatabase()
  await executeOn(
    migrated.ownerUrl,
    "insert into users (email, name, first_name, last_name, role) values ('a@example.com', 'A B', 'A', 'B', 'viewer')",
  )
  expect(await needsIt(true, migrated)).toBe(false)
  await executeOn(
    migrated.ownerUrl,
    'delete from schema_migrations where name = (select max(name) from schema_migrations)',
  )
  expect(await needsIt(true, migrated)).toBe(true)
})

it('says what went wrong there, as the start itself would', async () => {
  vi.stubEnv('DEMO', 'off')
  const migrated = await migratedDatabase()
  await executeOn(
    migrated.ownerUrl,
    "insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')",
  )
  await expect(prepareApart({ database: migrated, secret })).rejects.toThrow(
    'The database is newer than this version (it has 9999-later.sql). Start the newer version.',
  )
})

it('says that nothing was prepared when the process is killed', async () => {
  vi.stubEnv('NODE_OPTIONS', '--import data:text/javascript,process.kill(process.pid,9)')
  await expect(prepareApart({ database: urls, secret })).rejects.toThrow(
    'The database was not prepared: the process for it ended (SIGKILL). Start again.',
  )
})

it('leaves a database that does not answer to the start', async () => {
  const nowhere: DatabaseUrls = { url: 'postgres://nobody:x@127.0.0.1:1/nothing', ownerUrl: null }
  expect(await needsPreparing(nowhere, { demo: true })).toBe(false)
})
