import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { moveRequests } from './reviews/requests.store.ts'
import { numberByUpload } from './store.ts'

/** Deletes brokers' documents with their history and destroys files and pictures; the audit log stays. */
export async function destroyDocuments(ctx: Ctx, { brokerIds }: AppEvents['broker.deleting']): Promise<void> {
  const deleted = await ctx.db
    .deleteFrom('documents')
    .where('brokerId', '=', anyOf(brokerIds))
    .returning(['brokerId', 'fileId', 'thumbnailFileId'])
    .execute()
  if (deleted.length === 0) return
  await releaseFiles(
    ctx,
    deleted.flatMap(({ fileId, thumbnailFileId }) => [fileId, thumbnailFileId ?? []].flat()),
  )
  for (const [brokerId, { length }] of Map.groupBy(deleted, (document) => document.brokerId)) {
    await audit(ctx, {
      action: 'documents.destroyed',
      subjectType: 'document',
      before: { brokerId, documents: length },
    })
  }
}

/**
 * Moves the documents of a merged record. Versions of a type that both records have are renumbered by upload time, so
 * that the newest of both is the current one.
 */
export async function moveDocuments(tx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await moveRequests(tx, fromId, intoId)
  // temporary negative numbers and no current version, so that no unique index is violated in between
  const moved = await sql<{ documentTypeId: number }>`
    update documents set broker_id = ${intoId}, version = -id, current = false, updated_at = ${tx.now()}
    where broker_id in (${fromId}, ${intoId}) and document_type_id in
      (select document_type_id from documents where broker_id = ${fromId})
    returning document_type_id`.execute(tx.db)
  if (moved.rows.length === 0) return
  await numberByUpload(tx, intoId)
}
