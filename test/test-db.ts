import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { url: string; drop(): Promise<void> }

// PostgreSQL copies one template at a time; waiters queue here instead of failing.
const copyLock = 7_094_135_366_131_670

/** A migrated, empty database of its own for a test file (`*.service.test.ts`); `drop` it in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('testServer')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await execute(url, [
    `SELECT pg_advisory_lock(${copyLock})`,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`,
  ])
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    // FORCE ends whatever connections the test has left open.
    drop: () => execute(url, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]),
  }
}

async function execute(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
