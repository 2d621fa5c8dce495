import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { BackupConfig } from '#server/config/backups.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import type { DiskSpace } from '#server/platform/disk-space.ts'
import type { Log } from '#server/platform/log.ts'
import { createLocalStore } from './files/local-store.ts'
import type { S3Settings } from './files/s3-store.ts'
import type { BackupPlace } from './ports/backups.ts'
import type { FileStore } from './ports/files.ts'

/** The store that the configuration names. @throws StartupError where its settings cannot work */
export async function openFileStore(
  config: { s3: S3Settings | null; dataDir: string },
  log: Log,
  disk: DiskSpace,
): Promise<FileStore> {
  const store = config.s3
    ? (await import('./files/s3-store.ts')).createS3Store(config.s3, { warn: (message) => log.warn(message) })
    : keepReserve(createLocalStore(join(config.dataDir, 'files')), disk)
  await store.check()
  return store
}

/** A store on our own disk takes nothing more before that is quite full: the database may need the rest. */
function keepReserve(store: FileStore, disk: DiskSpace): FileStore {
  return {
    ...store,
    async put(name, content) {
      if ((await disk.state()).level !== 'ok') {
        throw Object.assign(new Error('the rest of the disk is kept free for the database'), {
          code: 'ENOSPC',
        })
      }
      await store.put(name, content)
    },
  }
}

/** Where archives go. The store is checked at its first use: a start does not wait for it. */
export async function openBackups(
  { backups, dataDir }: { backups: BackupConfig; dataDir: string },
  databaseUrl: string,
  log: Log,
): Promise<BackupPlace> {
  const { recipients, s3, folder } = backups
  const warn = (message: string): void => log.warn(message)
  return {
    recipients,
    store: s3
      ? (await import('./files/s3-store.ts')).createS3Store(s3, { warn, prefix: 'BACKUP_' })
      : { ...createLocalStore(folder), name: `the folder ${folder}` },
    async connect() {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: 'brokerline-backup' })
      // the running statement reports a broken connection
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    openScratch: () => openScratch(join(dataDir, 'drill'), log),
  }
}

/** A PostgreSQL of its own: the server of the installation needs no further rights, and has none of the load. */
async function openScratch(folder: string, log: Log): ReturnType<BackupPlace['openScratch']> {
  const options = {
    dataDir: folder,
    log: { info: (message: string) => log.info(message), warn: (message: string) => log.warn(message) },
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '1GB' },
  }
  // takes over what a killed drill has left running, and removes it
  await (await startEmbedded(options)).stop()
  await rm(folder, { recursive: true, force: true })
  const postgres = await startEmbedded(options)
  return {
    url: postgres.url,
    ownerUrl: postgres.ownerUrl,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
