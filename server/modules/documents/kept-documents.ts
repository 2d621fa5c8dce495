import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { deleteDocuments } from './store.ts'

/**
 * Versions that a newer one has replaced: approved ones once a newer one is approved, others once there is a newer one.
 * An approved version whose successor waits or was rejected still counts and stays.
 */
export const keptReplacedDocuments: KeptKind = [
  {
    table: 'documents',
    due: (before) => sql`
      select id, at from (
        select d.id, (select min(case when d.replaced then coalesce(n.reviewed_at, n.uploaded_at) else n.uploaded_at end)
          from documents n
          where n.broker_id = d.broker_id and n.document_type_id = d.document_type_id and n.version > d.version
            and (not d.replaced or n.status = 'approved')) as at
        from documents d
        where not d.current and (d.replaced or d.status <> 'approved')) as replaced
      where at < ${before}`,
    async remove(tx, ids) {
      const rows = await deleteDocuments(tx, 'id', ids.map(Number))
      await releaseFiles(
        tx,
        rows.flatMap(({ fileId, thumbnailFileId }) => [fileId, thumbnailFileId ?? []].flat()),
      )
    },
  },
]
