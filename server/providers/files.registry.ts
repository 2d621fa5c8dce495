import { join } from 'node:path'
import type { DiskSpace } from '#server/platform/disk-space.ts'
import type { Log } from '#server/platform/log.ts'
import { createLocalStore } from './files/local-store.ts'
import type { S3Settings } from './files/s3-store.ts'
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
