import { parseAgeKeys } from '#server/platform/crypto/age.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { errorLine, StartupError } from '#server/platform/startup-error.ts'
import type { VaultKeySource } from '#server/providers/files/vault-keys.ts'
import { type Room, whyNoRoom } from './archive-format.rules.ts'
import { ArchiveRefused, type ArchiveSource, type CheckedArchive, checkArchive } from './check-archive.ts'
import { loadArchive, type Target } from './load-archive.ts'
import { secretPrint } from './write-archive.ts'

export interface RestoreTarget extends Target {
  /** Identities of age that open the archive. */
  identity: string | null
  vaultKeys: Pick<VaultKeySource, 'read'>
  secret: string
  room: Room | null
}

/**
 * Checks a whole archive, then loads it into an empty installation; the caller settles it and ends the restore.
 * @returns its contents, and what the operator should know, one sentence each
 * @throws ArchiveRefused where nothing was changed
 */
export async function restoreArchive(
  archive: ArchiveSource,
  target: RestoreTarget,
): Promise<CheckedArchive & { notes: string[] }> {
  const identities = await readIdentities(target.identity)
  const held = (await target.vaultKeys.read()) ?? []
  const checked = await checkArchive(archive, {
    identities,
    migrations: await readMigrations(),
    vaultKeys: held.map(({ recipient }) => recipient),
  })
  const short = whyNoRoom(checked.end, target.room)
  if (short) throw new ArchiveRefused(`${archive.name} ${short}. Nothing was changed.`)
  await loadArchive(target, { ...archive, identities }, checked).catch((error: unknown) => {
    if (error instanceof ArchiveRefused) throw error
    const first = isOutOfSpace(error) ? 'Free some space, then run it' : 'Run it'
    throw new StartupError(
      `The restore did not finish (${errorLine(error)}). ${first} again; it begins from the start.`,
      { cause: error },
    )
  })
  const { manifest, end } = checked
  return {
    ...checked,
    notes: [
      ...(manifest.secretPrint === secretPrint(target.secret)
        ? []
        : [
            'SESSION_SECRET is another than at the backup: links in messages are void, and two-factor has to be set up again.',
          ]),
      ...(end.missingFiles.length > 0
        ? [`${end.missingFiles.length} files were missing when the archive was made.`]
        : []),
    ],
  }
}

async function readIdentities(text: string | null): Promise<string[]> {
  if (!text)
    throw new StartupError(
      'BACKUP_IDENTITY or BACKUP_IDENTITY_FILE is missing: give the identity (AGE-SECRET-KEY-1…) that belongs to BACKUP_RECIPIENT.',
    )
  try {
    return (await parseAgeKeys(text)).map(({ identity }) => identity)
  } catch {
    // never the key itself
    throw new StartupError('BACKUP_IDENTITY is wrong: it should be an age identity as age-keygen writes it.')
  }
}
