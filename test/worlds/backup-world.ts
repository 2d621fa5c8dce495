import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { ArchiveSource } from '#server/modules/backups/check-archive.ts'
import type { RestoreTarget } from '#server/modules/backups/restore-archive.ts'
import { type AgeKey, generateAgeKey, parseAgeKeys } from '#server/platform/crypto/age.ts'
import type { DatabaseUrls } from '#server/platform/db/migrate.ts'
import { createLocalStore } from '#server/providers/files/local-store.ts'
import { executeOn, withDatabase } from '../database.ts'
import { createTestApp, TEST_VAULT_KEY, type TestApp, type TestAppOptions } from '../test-app.ts'

export interface BackupWorld {
  app: TestApp
  /** Opens the archives; the installation has its public half alone. */
  key: AgeKey
  dataDir: string
  archivePath(name: string): string
  close(): Promise<void>
}

/** An installation whose archives go to a folder. */
export async function createBackupWorld(options: TestAppOptions = {}): Promise<BackupWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'backups-'))
  const key = await generateAgeKey()
  const env = { DATA_DIR: dataDir, BACKUP_RECIPIENT: key.recipient, ...options.env }
  const app = await createTestApp({ ...options, env })
  return {
    ...{ app, key, dataDir },
    archivePath: (name) => join(dataDir, 'backups', name),
    async close() {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const fileSource = (path: string): ArchiveSource => ({
  name: 'the archive',
  open: async () => createReadStream(path),
})

export const bytesSource = (bytes: Uint8Array): ArchiveSource => ({
  name: 'the archive',
  open: async () =>
    (async function* () {
      yield bytes
    })(),
})

export interface EmptyInstallation {
  database: DatabaseUrls
  dataDir: string
  target(identity: string): RestoreTarget
  drop(): Promise<void>
}

/** A database without tables and a folder without files. */
export async function createEmptyInstallation(): Promise<EmptyInstallation> {
  const { url, ownerUrl } = inject('testServer')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await executeOn(ownerUrl, `create database ${name}`, `revoke temporary on database ${name} from public`)
  const dataDir = await mkdtemp(join(tmpdir(), 'restored-'))
  const database = { url: withDatabase(url, name), ownerUrl: withDatabase(ownerUrl, name) }
  return {
    ...{ database, dataDir },
    target: (identity) => ({
      ...{ database, identity, secret: 'test-secret-test-secret-test-secret-test' },
      files: createLocalStore(join(dataDir, 'files')),
      room: null,
      vaultKeys: { read: () => parseAgeKeys(TEST_VAULT_KEY) },
    }),
    async drop() {
      await executeOn(ownerUrl, `drop database if exists ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The number of rows of each table, without those that no archive has. */
export async function rowCounts(
  url: string,
  except: readonly string[] = [],
): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; rows: number }>(`
      select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', relname),
        false, true, '')))[1]::text::int as rows
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`)
    return Object.fromEntries(
      rows.filter(({ name }) => !except.includes(name)).map(({ name, rows: n }) => [name, n]),
    )
  })
}

/** Every object that migrations make, as its definition. */
export async function schemaOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>(`
      select pg_get_indexdef(indexrelid) as text from pg_index join pg_class c on c.oid = indexrelid
        where c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
      union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace in ('public'::regnamespace, 'partitions'::regnamespace)
      union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger
        where not tgisinternal
      union all select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '')
        from information_schema.columns where table_schema = 'public'
      order by 1`)
    return rows.map(({ text }) => text)
  })
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
