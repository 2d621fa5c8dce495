import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** Counts the documents that are erased with the broker, for the receipt; `destroyDocuments` destroys them. */
export async function noteDocuments(ctx: Ctx, { person, note }: AppEvents['broker.erasing']): Promise<void> {
  const { rows } = await ctx.db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('brokerId', '=', anyOf(person.brokerIds))
    .executeTakeFirstOrThrow()
  note({ what: 'Documents with their files', rows, outcome: 'erased', reason: null })
}

export async function exportDocuments(
  tx: Ctx,
  { person: { brokerIds }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const { rows } = await sql<{ id: number; fileId: number; filename: string }>`
    select d.id, t.name as type, d.version, d.status, d.expires_on, d.reason, d.uploaded_at, d.reviewed_at,
      d.file_id, f.filename
    from documents d join document_types t on t.id = d.document_type_id join vault_files f on f.id = d.file_id
    where d.broker_id = any(${brokerIds}) order by d.id`.execute(tx.db)
  const files = rows.map(({ id, fileId, filename }) => ({
    name: `${id}-${filename}`,
    fileId,
  }))
  add({ name: 'documents', rows, files })
}
