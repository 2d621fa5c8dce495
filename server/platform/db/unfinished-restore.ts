import pg from 'pg'
import { StartupError } from '#server/platform/startup-error.ts'

/** The schema exists from the first change of a restore until its last one, so that any process sees it in the database. */
const MARKER = 'unfinished_restore'

export const UNFINISHED_RESTORE =
  'The last restore into this database did not finish. Run "npm run restore" again; it begins from the start.'

export async function isRestoreUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ unfinished: boolean }>(
    'select to_regnamespace($1) is not null as unfinished',
    [MARKER],
  )
  return rows[0]?.unfinished ?? false
}

/** @throws StartupError */
export async function refuseUnfinishedRestore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'brokerline-start' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    if (await isRestoreUnfinished(client)) throw new StartupError(UNFINISHED_RESTORE)
  } finally {
    await client.end()
  }
}

/**
 * Marks the database as being restored. What an interrupted restore has left is removed first: all tables are dropped.
 * @returns false: the database holds tables, and no restore made them
 */
export async function beginRestore(client: pg.ClientBase): Promise<boolean> {
  const unfinished = await isRestoreUnfinished(client)
  if (!unfinished && (await hasTables(client))) return false
  await client.query(`create schema if not exists ${MARKER}`)
  if (!unfinished) return true
  await client.query('begin')
  await client.query('drop schema if exists public, partitions, graphile_worker cascade')
  await client.query('create schema public')
  await client.query('grant usage on schema public to public')
  await client.query('commit')
  return true
}

export async function endRestore(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema ${MARKER}`)
}

async function hasTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null
      or exists (select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')) as found`,
  )
  return rows[0]?.found ?? true
}
