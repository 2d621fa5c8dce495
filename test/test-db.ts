import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { executeOn, withDatabase } from './database.ts'

export type TestDatabase = {
  /** For the application's role: without the right to change tables, or rows that serve as proof. */
  url: string
  /** For the owner of the tables. */
  ownerUrl: string
  drop(): Promise<void>
}

// PostgreSQL copies one template at a time; waiters queue here instead of failing.
const copyLock = 7_094_135_366_131_670

/** A migrated, empty database of its own for a test file (`*.service.test.ts`); `drop` it in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { ownerUrl, template } = inject('testServer')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await executeOn(
    ownerUrl,
    `SELECT pg_advisory_lock(${copyLock})`,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`,
    // rights on a database itself are not copied
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  )
  return {
    ...urlsOf(name),
    // FORCE ends connections that the test has left open.
    drop: () => executeOn(ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

function urlsOf(database: string): { url: string; ownerUrl: string } {
  const { url, ownerUrl } = inject('testServer')
  return { url: withDatabase(url, database), ownerUrl: withDatabase(ownerUrl, database) }
}

/** Runs statements in a test's database that the application may not, to set something up or simulate a fault. */
export async function asOwner(databaseUrl: string, ...statements: string[]): Promise<void> {
  const { ownerUrl } = urlsOf(new URL(databaseUrl).pathname.slice(1))
  await executeOn(ownerUrl, ...statements)
}
