import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { finishLoad, prepareLoad, skipNumbers } from '#server/platform/archive/bulk-load.ts'
import { openArchive } from '#server/platform/archive/sealed-archive.ts'
import { copyIn, listTables } from '#server/platform/archive/table-copy.ts'
import { type Entry, entriesIn } from '#server/platform/archive/tar-parts.ts'
import { type DatabaseUrls, migrate } from '#server/platform/db/migrate.ts'
import { addMonths } from '#server/platform/db/months.ts'
import { beginRestore } from '#server/platform/db/unfinished-restore.ts'
import { addCopiedJobs, copyJobsIn } from '#server/platform/jobs/kept-jobs.ts'
import type { FileStore } from '#server/providers/ports/files.ts'
import { LEFT_OUT, type Manifest } from './archive-format.rules.ts'
import { ArchiveRefused, type ArchiveSource, type CheckedArchive } from './check-archive.ts'

/** Any fixed number: one restore works at a time. */
const RESTORE_LOCK = 7_190_016

/**
 * More ids than an installation gives out between a snapshot and its loss, and far below the range of a column even after
 * hundreds of restores.
 */
export const ID_GAP = 1_000_000

export interface Target {
  database: DatabaseUrls
  /** Where the vault's files go. */
  files: Pick<FileStore, 'put'>
}

/**
 * Loads a checked archive into an empty database, brings it to this version, and marks it as unfinished until
 * `endRestore`: no process starts on it before. An unfinished one is emptied first.
 * @throws ArchiveRefused where the database is not empty
 */
export async function loadArchive(
  target: Target,
  archive: ArchiveSource & { identities: readonly string[] },
  { manifest, end }: CheckedArchive,
): Promise<void> {
  const { database } = target
  const client = new pg.Client({
    connectionString: database.ownerUrl ?? database.url,
    application_name: 'brokerline-restore',
  })
  // the running statement reports a broken connection
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      RESTORE_LOCK,
    ])
    if (!rows[0]?.locked)
      throw new ArchiveRefused('Another restore into this database is running. Wait for its end.')
    if (!(await beginRestore(client)))
      throw new ArchiveRefused(
        'The database holds tables already. Restore into a new database, or a new DATA_DIR. Nothing was changed.',
      )
    await migrate(database, new Set(manifest.migrations.map((migration) => migration.name)))
    const laidAside = await prepareLoad(client, await loadedTables(client))
    await addMonths(client, manifest.months)
    const tables = new Map(manifest.tables.map((table) => [`tables/${table.name}`, table]))
    const parts = await openArchive(archive.identities, await archive.open())
    for await (const entry of entriesIn(parts)) {
      const table = tables.get(entry.name)
      if (table) await loadRows(client, { entry, table, expected: end.rows[table.name] })
      else if (entry.name === 'jobs') await pipeline(entry.content, await copyJobsIn(client))
      else if (entry.name.startsWith('files/'))
        await target.files.put(entry.name.slice('files/'.length), entry.content)
    }
    await skipNumbers(client, { last: manifest.sequences, gap: ID_GAP })
    await finishLoad(client, laidAside)
    await migrate(database)
    await addCopiedJobs(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Migrations fill some tables; the archive has their rows. */
async function loadedTables(client: pg.Client): Promise<string[]> {
  const kept = ['schema_migrations', 'table_rights']
  return (await listTables(client)).map(({ name }) => name).filter((name) => !kept.includes(name))
}

async function loadRows(
  client: pg.Client,
  {
    entry,
    table,
    expected,
  }: { entry: Entry; table: Manifest['tables'][number]; expected: number | undefined },
): Promise<void> {
  if (LEFT_OUT.includes(table.name)) return
  const rows = copyIn(client, table)
  await pipeline(entry.content, rows)
  if (rows.rowCount !== expected)
    throw new Error(`${table.name} has ${rows.rowCount} rows, and should have ${expected}`)
}
