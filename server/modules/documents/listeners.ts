import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { moveRequests } from './reviews/requests.store.ts'
import { deleteDocuments, moveVersions, refreshSearchTexts } from './store.ts'

/** Deletes brokers' documents with their history and destroys files and pictures; the audit log stays. */
export async function destroyDocuments(ctx: Ctx, { brokerIds }: AppEvents['broker.deleting']): Promise<void> {
  const deleted = await deleteDocuments(ctx, 'brokerId', brokerIds)
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

export async function moveDocuments(tx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await moveRequests(tx, fromId, intoId)
  await moveVersions(tx, fromId, intoId)
}

/** Names of brokers are part of the search. */
export const followNames = (tx: Ctx, { brokerIds }: AppEvents['broker.changed']): Promise<void> =>
  refreshSearchTexts(tx, { brokerIds })
