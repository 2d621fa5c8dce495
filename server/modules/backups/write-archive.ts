import { createHash, createHmac, type Hash } from 'node:crypto'
import type pg from 'pg'
import type { Ctx } from '#server/ctx.ts'
import { sealArchive } from '#server/platform/archive/sealed-archive.ts'
import { copyOut, lastNumbers, listTables } from '#server/platform/archive/table-copy.ts'
import { type Part, partsOf } from '#server/platform/archive/tar-parts.ts'
import { copyJobs } from '#server/platform/jobs/kept-jobs.ts'
import { FileMissingError } from '#server/providers/ports/files.ts'
import { type End, FORMAT, LEFT_OUT, type Manifest, type Sum } from './archive-format.rules.ts'

export interface WrittenArchive {
  bytes: number
  snapshotAt: Date
  rows: number
  files: number
}

/**
 * Writes one archive to the store while the product runs: the rows of one repeatable-read snapshot, waiting jobs and the
 * stored files. Streams throughout. The store shows it once it is whole, and not at all where this fails.
 */
export async function writeArchive(
  ctx: Ctx,
  { name, recipients }: { name: string; recipients: readonly string[] },
): Promise<WrittenArchive> {
  const { backups } = ctx.providers
  const client = await backups.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const manifest = await readManifest(ctx, client)
    const end: End = { sums: {}, rows: {}, files: 0, missingFiles: [], vaultKeys: [] }
    const sealed = await sealArchive(recipients, archiveParts(ctx, client, { manifest, end }), ctx.now())
    let bytes = 0
    await backups.store.put(
      name,
      counted(sealed, (size) => (bytes += size)),
    )
    const rows = Object.values(end.rows).reduce((total, each) => total + each, 0)
    return { bytes, snapshotAt: new Date(manifest.snapshotAt), rows, files: end.files }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  note: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    note(chunk.length)
    yield chunk
  }
}

export const secretPrint = (secret: string): string =>
  createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16)

async function readManifest(ctx: Ctx, client: pg.Client): Promise<Manifest> {
  // the transaction's first statement takes the snapshot
  const { rows: started } = await client.query<{ at: Date }>('select now() as at')
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  )
  const { rows: months } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = to_regnamespace('partitions') and relkind = 'r' and relname ~ '_\\d{4}_\\d\\d$' order by 1`,
  )
  const { rows: keys } = await client.query<{ recipient: string }>(
    `select recipient from vault_keys k where retired_at is null
      or exists (select from vault_files f where f.key_id = k.id and f.released_at is null) order by id`,
  )
  const tables = await listTables(client)
  return {
    format: FORMAT,
    version: ctx.providers.installation.version,
    snapshotAt: (started[0]?.at ?? ctx.now()).toISOString(),
    migrations,
    tables: tables.filter((table) => !LEFT_OUT.includes(table.name)),
    months: months.map((month) => month.name),
    sequences: await lastNumbers(client),
    vaultKeys: keys.map(({ recipient }) => recipient),
    secretPrint: secretPrint(ctx.providers.secret),
  }
}

async function* archiveParts(
  ctx: Ctx,
  client: pg.Client,
  { manifest, end }: { manifest: Manifest; end: End },
): AsyncGenerator<Part> {
  yield jsonPart('manifest.json', manifest)
  for (const table of manifest.tables) {
    const rows = copyOut(client, table)
    yield* summed(`tables/${table.name}`, rows, end)
    end.rows[table.name] = rows.rowCount
  }
  yield* summed('jobs', copyJobs(client), end)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const file of storedFiles(client)) {
    const content = await openStored(ctx, file)
    if (!content) {
      end.missingFiles.push(file.name)
      continue
    }
    end.files += 1
    for await (const part of partsOf(`files/${file.name}`, content)) {
      hash.update(part.bytes)
      bytes += part.bytes.length
      yield part
    }
  }
  end.sums.files = sumOf(hash, bytes)
  end.vaultKeys = [...new Set([...manifest.vaultKeys, ctx.providers.vault.current.recipient])]
  yield jsonPart('end.json', end)
}

const jsonPart = (name: string, value: unknown): Part => ({ name, bytes: Buffer.from(JSON.stringify(value)) })

const sumOf = (hash: Hash, bytes: number): Sum => ({ bytes, sha256: hash.digest('hex') })

async function* summed(name: string, content: AsyncIterable<Uint8Array>, end: End): AsyncGenerator<Part> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of partsOf(name, content)) {
    hash.update(part.bytes)
    bytes += part.bytes.length
    yield part
  }
  end.sums[name] = sumOf(hash, bytes)
}

const PAGE = 1000

interface StoredName {
  id: number
  name: string
}

/** Files that the snapshot's rows name, apart from those that are given up. */
async function* storedFiles(client: pg.Client): AsyncGenerator<StoredName> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<StoredName>(
      `select id, storage_name as name from vault_files where id > $1 and released_at is null order by id limit ${PAGE}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** Opens a file as the snapshot names it, or as a rotation has renamed it since. null: it is gone. */
async function openStored(ctx: Ctx, { id, name }: StoredName): Promise<AsyncIterable<Uint8Array> | null> {
  const opened = await openOrNull(ctx, name)
  if (opened) return opened
  const current = await ctx.db
    .selectFrom('vaultFiles')
    .select('storageName')
    .where('id', '=', id)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
  return current && current.storageName !== name ? openOrNull(ctx, current.storageName) : null
}

async function openOrNull(ctx: Ctx, name: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return await ctx.providers.files.get(name)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}
