import { join } from 'node:path'
import type { Log } from '#server/platform/log.ts'
import { createLocalStore } from './files/local-store.ts'
import { createS3Store, type S3Settings } from './files/s3-store.ts'
import type { FileStore } from './ports/files.ts'

/** The store that the configuration names. @throws StartupError where its settings cannot work */
export async function openFileStore(
  config: { s3: S3Settings | null; dataDir: string },
  log: Log,
): Promise<FileStore> {
  const store = config.s3
    ? createS3Store(config.s3, { warn: (message) => log.warn(message) })
    : createLocalStore(join(config.dataDir, 'files'))
  await store.check()
  return store
}
