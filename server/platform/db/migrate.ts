import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateJobs } from '#server/platform/jobs/runner.ts'
import { errorLine, StartupError } from '#server/platform/startup-error.ts'
import { grantRights } from './rights/grant-rights.ts'
import { requireVersion } from './server-version.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
/** Any fixed number: every process that migrates waits for the same lock. */
const MIGRATION_LOCK = 7_190_011

export interface DatabaseUrls {
  /** For the application's role. */
  url: string
  /**
   * The owner of the tables, who may change them; null: the application's role owns them, or no owner is configured.
   */
  ownerUrl: string | null
}

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
 * Migrates the database to this version: numbered SQL files, forward only, each in its own transaction. Then grants the
 * application's role exactly the rights that it needs.
 * @param only the names of the migrations of an older version, for its tables; all by default
 * @throws StartupError when the database is newer than this version or an applied file was changed
 */
export async function migrate({ url, ownerUrl }: DatabaseUrls, only?: ReadonlySet<string>): Promise<void> {
  const migratingUrl = ownerUrl ?? url
  const client = new pg.Client({ connectionString: migratingUrl, application_name: 'brokerline-migrate' })
  // the running statement reports a broken connection
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    // a process that waits for the newest migration needs the queue's as well
    await migrateJobs(migratingUrl)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    for (const migration of await findPending(client, await readMigrations()))
      if (only?.has(migration.name) ?? true) await apply(client, migration)
    await inTransaction(client, () => grantAll(client, ownerUrl === null ? null : userOf(url)))
  } finally {
    await client.end()
  }
}

/** The migrations that a database lacks. @throws StartupError when it is newer than these, or one of them was changed */
export async function findPending(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
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
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name)
    if (before && before !== checksum)
      throw new StartupError(`Migration ${name} was changed after it was applied. Restore the original file.`)
    return !before
  })
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await inTransaction(client, async () => {
      await client.query(migration.sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
    })
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${errorLine(error)}`, { cause: error })
  }
}

async function grantAll(client: pg.Client, role: string | null): Promise<void> {
  // tables that the newest migrations have added, and not those of extensions
  await client.query(`insert into table_rights (name)
    select relname from pg_class c
    where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') and relowner =
        (select relowner from pg_class where oid = to_regclass('public.schema_migrations'))
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    on conflict do nothing`)
  if (role) await grantRights(client, role)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The role that an address signs in as, which the driver may also take from the environment. */
export function userOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? ''
}
