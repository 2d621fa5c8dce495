// Restores an archive into an empty installation: `npm run restore -- ARCHIVE`, a file or the name of one in the store.
import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import pg from 'pg'
import type { ArchiveSource } from '#server/modules/backups/check-archive.ts'
import { ID_GAP } from '#server/modules/backups/load-archive.ts'
import { restoreArchive } from '#server/modules/backups/restore-archive.ts'
import { settleRestore } from '#server/modules/backups/settle-restore.ts'
import { skipNumbers } from '#server/platform/archive/bulk-load.ts'
import { endRestore } from '#server/platform/db/unfinished-restore.ts'
import type { FileStore } from '#server/providers/ports/files.ts'
import packageJson from '../package.json' with { type: 'json' }
import { buildApp } from '../server/app.ts'
import { type Config, readConfig, startLine } from '../server/config.ts'
import { startEmbedded } from '../server/platform/db/embedded/start-embedded.ts'
import type { DatabaseUrls } from '../server/platform/db/migrate.ts'
import { createDiskSpace } from '../server/platform/disk-space.ts'
import { createLog } from '../server/platform/log.ts'
import { openLogOutput } from '../server/platform/log-output.ts'
import { StartupError } from '../server/platform/startup-error.ts'
import { openBackups, openFileStore } from '../server/providers/files.registry.ts'
import { loadPages } from '../server/providers/load-pages.ts'
import { sessionSecret, vaultKeySource } from '../server/secrets.ts'
import { buildWebIfStale } from './build-web.ts'
import { withOwnApp } from './own-app.ts'

async function restore(): Promise<void> {
  const [name, point] = process.argv.slice(2)
  const config = readConfig(process.env, packageJson.version)
  const log = createLog(config.logLevel, openLogOutput().destination)
  const { store } = await openBackups(config, '', log)
  if (!name) throw new StartupError(await usage(store))
  if (name === '--point-in-time') return settlePoint(config, point)
  if (!buildWebIfStale())
    throw new StartupError('The web bundles could not be built; the reason stands above.')
  const archive = await sourceOf(name, store)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase(config)
  try {
    const secret = await sessionSecret(config.sessionSecret, config.dataDir)
    const disk = createDiskSpace({ folders: { DATA_DIR: config.dataDir }, reserveBytes: 0 })
    const [data] = (await disk.state()).folders
    const { manifest, end, notes } = await restoreArchive(archive, {
      ...{ database, secret, identity: config.backups.identity, vaultKeys: vaultKeySource(config) },
      files: await openFileStore(config, log, disk),
      room: data ? { ...data, rows: config.databaseUrl === null, files: config.s3 === null } : null,
    })
    const pages = await loadPages()
    const app = await buildApp({ config, databaseUrl: database.url, secret, log, pages, webFiles: false })
    try {
      await settleRestore(app.ctx({ kind: 'system', name: 'restore' }), { archive: name, manifest })
    } finally {
      await app.close()
    }
    // from here on the installation starts
    await withClient(database.ownerUrl ?? database.url, endRestore)
    console.log(`${name} is restored as of ${manifest.snapshotAt}: ${end.files} files.`)
    for (const note of notes) console.log(note)
    console.log(
      'Start Brokerline: no calls are made until an admin resumes them in Settings, System, Backups.',
    )
  } finally {
    await database.stop()
  }
}

/** For a database that its own server has restored to a point in time: the same stop of calls as after an archive. */
async function settlePoint(config: Config, point: string | undefined): Promise<void> {
  const at = new Date(point ?? '')
  if (Number.isNaN(at.getTime()))
    throw new StartupError('--point-in-time needs the instant, such as 2026-11-29T14:50:00+11:00.')
  const owner = config.databaseOwnerUrl ?? config.databaseUrl
  if (!owner) throw new StartupError('--point-in-time needs DATABASE_URL and DATABASE_OWNER_URL.')
  await withClient(owner, (client) => skipNumbers(client, { last: {}, gap: ID_GAP }))
  await withOwnApp('restore', async (ctx) => {
    const manifest = { snapshotAt: at.toISOString(), version: packageJson.version }
    await settleRestore(ctx, { archive: `the point ${at.toISOString()}`, manifest })
  })
  console.log('Start Brokerline: no calls are made until an admin resumes them in Settings, System, Backups.')
}

async function usage(store: FileStore): Promise<string> {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  const found = names.length > 0 ? ` ${store.name} has ${names.sort().slice(-5).join(', ')}.` : ''
  return `Name the archive: npm run restore -- ARCHIVE, a file or the name of one in ${store.name}.${found}`
}

async function sourceOf(name: string, store: FileStore): Promise<ArchiveSource> {
  const file = await stat(name).catch(() => null)
  if (file?.isFile()) return { name, open: async () => createReadStream(name) }
  try {
    const first = await store.get(name)
    first.destroy()
  } catch {
    throw new StartupError(`${name} is no file, and not in ${store.name}. Name an archive that is there.`)
  }
  return { name, open: () => store.get(name) }
}

async function openDatabase(config: Config): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir } = config
  return url ? { url, ownerUrl, stop: async () => undefined } : startEmbedded({ dataDir })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

restore().catch((error: unknown) => {
  console.error(startLine(error).replace('Brokerline could not start', 'The archive was not restored'))
  process.exitCode = 1
})
