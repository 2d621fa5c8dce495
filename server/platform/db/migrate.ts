import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateJobs } from '#server/platform/jobs/runner.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
/** Any fixed number: every process that migrates waits for the same lock. */
const MIGRATION_LOCK = 7_190_011

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The migrations of this version, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database to this version: numbered SQL files, forward only, each in its own transaction.
 * @throws StartupError when the database is newer than this version or an applied file was changed
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'brokerline-migrate' })
  // the statement under way tells of a connection that breaks
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await applyPending(client, await readMigrations())
    await migrateJobs(databaseUrl)
  } finally {
    await client.end()
  }
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = rows.find((row) => !known.has(row.name))
  if (newer)
    throw new StartupError(
      `The database is newer than this version (it has ${newer.name}). Start the newer version.`,
    )
  for (const migration of migrations) {
    const checksum = applied.get(migration.name)
    if (checksum === migration.checksum) continue
    if (checksum)
      throw new StartupError(
        `Migration ${migration.name} was changed after it was applied. Restore the original file.`,
      )
    await client.query('begin')
    try {
      await client.query(migration.sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`)
    }
  }
}
