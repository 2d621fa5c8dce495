import { join, resolve } from 'node:path'
import { isAgeRecipient } from '#server/platform/crypto/age.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { S3Settings } from '#server/providers/files/s3-store.ts'
import type { Env } from './env.ts'
import { readS3 } from './storage.ts'

export interface BackupConfig {
  /** age recipients to which archives are encrypted; none: no archives are made. */
  recipients: string[]
  /** Where archives lie; used where `s3` is null. */
  folder: string
  s3: S3Settings | null
  /** age identities that open an archive: for `npm run restore` alone. */
  identity: string | null
}

const S3_VARIABLES = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

/** @throws StartupError */
export function readBackups(env: Env, dataDir: string): BackupConfig {
  const recipients = (env.BACKUP_RECIPIENT ?? '').split(/[\s,]+/).filter(Boolean)
  if (recipients.some((each) => !isAgeRecipient(each)))
    throw new StartupError(
      'BACKUP_RECIPIENT is wrong: it should be a public key of age (age1…) as age-keygen or "npm run backup -- new-key FILE" prints it.',
    )
  const folder = env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, 'backups')
  // the vault destroys files in its folder that it does not know
  if (folder === join(dataDir, 'files'))
    throw new StartupError('BACKUP_DIR is wrong: archives need a folder apart from the files of the vault.')
  return { recipients, folder, s3: readBackupStore(env), identity: env.BACKUP_IDENTITY || null }
}

/** A bucket of its own; what is not given is as for the files. */
function readBackupStore(env: Env): S3Settings | null {
  const bucket = env.BACKUP_S3_BUCKET
  if (!bucket) return null
  if (bucket === env.S3_BUCKET && !env.BACKUP_S3_ENDPOINT)
    throw new StartupError(
      'BACKUP_S3_BUCKET is wrong: archives need a bucket apart from the files (S3_BUCKET).',
    )
  const own = S3_VARIABLES.map((name) => [`S3_${name}`, env[`BACKUP_S3_${name}`] || env[`S3_${name}`]])
  try {
    return readS3({ ...Object.fromEntries(own), S3_BUCKET: bucket, PRIVATE_HOSTS: env.PRIVATE_HOSTS })
  } catch (error) {
    if (error instanceof StartupError) throw new StartupError(`For BACKUP_S3_BUCKET: ${error.message}`)
    throw error
  }
}
