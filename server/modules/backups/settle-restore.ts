import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { disconnectRestored } from '#server/modules/calendars/disconnect-restored.ts'
import { doubtUndispatched } from '#server/modules/calls/recovery/recover-call.ts'
import { doubtWaiting } from '#server/modules/messages/outbox.ts'
import type { CheckedArchive } from './check-archive.ts'
import { insertRestore } from './restores.store.ts'
import { failAbandonedBackups } from './store.ts'

/**
 * Puts right what may have happened since the snapshot of an archive that was just loaded: nothing is dialled or sent
 * before vendors and a person have looked. The last step before the installation may start.
 */
export async function settleRestore(
  ctx: Ctx,
  {
    archive,
    manifest,
  }: { archive: string; manifest: Pick<CheckedArchive['manifest'], 'snapshotAt' | 'version'> },
): Promise<void> {
  const snapshotAt = new Date(manifest.snapshotAt)
  await ctx.tx(async (tx) => {
    const doubtfulCalls = await doubtUndispatched(tx, snapshotAt)
    const doubtfulMessages = await doubtWaiting(tx)
    await disconnectRestored(tx)
    // the archive was written before its own row was
    await failAbandonedBackups(tx, 'Its end is not in the backup that was restored.')
    const id = await insertRestore(tx, {
      ...{ archive, snapshotAt },
      findings: { vendors: [], doubtfulCalls, doubtfulMessages },
    })
    await audit(tx, {
      ...{ action: 'backup.restored', subjectType: 'backup', subjectId: id },
      after: { archive, snapshotAt, version: manifest.version, doubtfulCalls, doubtfulMessages },
    })
  })
}
