import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DocumentStatus } from '#contract/documents/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { personOf } from '#server/modules/reviews/reviewer.views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Documents } from '#server/schema.gen.ts'
import type { ReviewedDocument } from './reviews/review-document.rules.ts'

export type DocumentRow = Selectable<Documents>

export async function findDocument(ctx: Ctx, id: number): Promise<DocumentRow | undefined> {
  return ctx.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Serialises writes to a broker's documents and prevents the broker's deletion until the transaction ends. Call it
 * first: a deletion also locks the broker before the documents. @returns false if there is no such broker
 */
export async function lockBroker(tx: Ctx, brokerId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('brokers')
    .select('id')
    .where('id', '=', brokerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export interface LockedDocument extends ReviewedDocument {
  version: number
  brokerId: number
  documentTypeId: number
  typeName: string
  expires: boolean
}

/** Locks a document against decisions, claims and new versions until the transaction ends. @throws AppError not_found */
export async function lockDocument(tx: Ctx, id: number): Promise<LockedDocument> {
  const found = await findDocument(tx, id)
  if (!found || !(await lockBroker(tx, found.brokerId))) throw notFound('Document')
  // locks before reading, so that a concurrent transaction's changes are seen
  await tx.db.selectFrom('documents').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await tx.db
    .selectFrom('documents')
    .innerJoin('documentTypes', 'documentTypes.id', 'documents.documentTypeId')
    .leftJoin('users as claimers', 'claimers.id', 'documents.claimedBy')
    .leftJoin('users as reviewers', 'reviewers.id', 'documents.reviewedBy')
    .selectAll('documents')
    .select(['documentTypes.name as typeName', 'documentTypes.expires'])
    .select(['claimers.name as claimerName', 'reviewers.name as reviewerName'])
    .where('documents.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Document')
  return { ...row, ...toReviewed(row) }
}

type NamedDocument = DocumentRow & { claimerName: string | null; reviewerName: string | null }

/** A row in the shape of the review rules. */
export function toReviewed(row: NamedDocument): ReviewedDocument {
  const { id, current, brokerId, uploadedBy, claimedAt, reviewedAt, reason, expiresOn } = row
  return {
    ...{ id, current, claimedAt, reviewedAt, reason, expiresOn },
    // the table's check allows no other
    status: row.status as DocumentStatus,
    owner: { brokerId, userId: uploadedBy, email: null },
    claimedBy: personOf(row.claimedBy, row.claimerName),
    reviewedBy: personOf(row.reviewedBy, row.reviewerName),
  }
}

export type NewDocument = Pick<
  Insertable<Documents>,
  'brokerId' | 'documentTypeId' | 'fileId' | 'uploadedBy' | 'renderState' | 'renderFault'
>

const searchTextOf = ({ brokerId, fileId, documentTypeId }: NewDocument) =>
  sql<string>`document_search_text(${brokerId}, ${fileId}, ${documentTypeId})`

/**
 * Adds the next version as the current one; the previous version's claim ends. Only after `lockBroker`, because the
 * unique indexes would reject a concurrent version.
 */
export async function insertVersion(tx: Ctx, document: NewDocument): Promise<DocumentRow> {
  const { brokerId, documentTypeId } = document
  const now = tx.now()
  await tx.db
    .updateTable('documents')
    .set({ current: false, claimedBy: null, claimedAt: null, updatedAt: now })
    .where('brokerId', '=', brokerId)
    .where('documentTypeId', '=', documentTypeId)
    .where('current', '=', true)
    .execute()
  return tx.db
    .insertInto('documents')
    .values({
      ...document,
      version: sql<number>`1 + coalesce((select max(version) from documents
        where broker_id = ${brokerId} and document_type_id = ${documentTypeId}), 0)`,
      searchText: searchTextOf(document),
      uploadedAt: now,
      updatedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Adds a version that was uploaded before the current one, which stays current with its claim. Only after `lockBroker`.
 */
export async function insertFormerVersion(
  tx: Ctx,
  document: NewDocument & { uploadedAt: Date },
): Promise<DocumentRow> {
  const { brokerId, documentTypeId } = document
  const { id } = await tx.db
    .insertInto('documents')
    .values({
      ...{ ...document, version: 0, current: false },
      ...{ searchText: searchTextOf(document), updatedAt: tx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // temporary negative numbers, so that no unique index is violated in between
  await tx.db
    .updateTable('documents')
    .set({ version: sql<number>`-id` })
    .where('brokerId', '=', brokerId)
    .where('documentTypeId', '=', documentTypeId)
    .execute()
  await numberByUpload(tx, brokerId)
  return tx.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Numbers the broker's versions with a negative number by their upload; the newest of each type becomes the current one. */
export async function numberByUpload(tx: Ctx, brokerId: number): Promise<void> {
  await sql`
    update documents set version = ordered.version, current = ordered.newest,
      claimed_by = case when ordered.newest then claimed_by end,
      claimed_at = case when ordered.newest then claimed_at end
    from (select id, row_number() over (partition by document_type_id order by uploaded_at, id) as version,
            row_number() over (partition by document_type_id order by uploaded_at desc, id desc) = 1 as newest
          from documents where broker_id = ${brokerId} and version < 0) ordered
    where ordered.id = documents.id`.execute(tx.db)
  await markReplaced(tx, brokerId)
}

/** Of versions that get another broker, type or name of either. */
export async function refreshSearchTexts(
  tx: Ctx,
  of: { brokerIds: readonly number[] } | { documentTypeId: number },
): Promise<void> {
  const own =
    'brokerIds' in of ? sql`broker_id = ${anyOf(of.brokerIds)}` : sql`document_type_id = ${of.documentTypeId}`
  await sql`update documents set search_text = document_search_text(broker_id, file_id, document_type_id)
    where ${own} and search_text <> document_search_text(broker_id, file_id, document_type_id)`.execute(tx.db)
}

/** Marks approved versions of a broker that have a newer approved one: after a decision and after versions are numbered. */
async function markReplaced(tx: Ctx, brokerId: number): Promise<void> {
  await sql`update documents d set replaced = not d.replaced
    where d.broker_id = ${brokerId}
      and d.replaced <> (d.status = 'approved' and exists (select from documents newer
        where newer.broker_id = d.broker_id and newer.document_type_id = d.document_type_id
          and newer.version > d.version and newer.status = 'approved'))`.execute(tx.db)
}

/** When the newest version of a type was uploaded; null: there is none. */
export async function lastUpload(
  ctx: Ctx,
  { brokerId, documentTypeId }: Pick<NewDocument, 'brokerId' | 'documentTypeId'>,
): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('documents')
    .select('uploadedAt')
    .where('brokerId', '=', brokerId)
    .where('documentTypeId', '=', documentTypeId)
    .where('current', '=', true)
    .executeTakeFirst()
  return row?.uploadedAt ?? null
}

/** Changes a document if the condition holds. @returns undefined if it does not */
export async function changeDocument(
  ctx: Ctx,
  id: number,
  condition: { from?: readonly DocumentStatus[]; current?: true },
  values: Updateable<Documents>,
): Promise<DocumentRow | undefined> {
  let change = ctx.db
    .updateTable('documents')
    .set({ ...values, updatedAt: ctx.now() })
    .where('id', '=', id)
  if (condition.from) change = change.where('status', 'in', [...condition.from])
  if (condition.current) change = change.where('current', '=', true)
  const changed = await change.returningAll().executeTakeFirst()
  if (changed && values.status) await markReplaced(ctx, changed.brokerId)
  return changed
}

export interface NewDocumentEvent {
  documentId: number
  type: 'uploaded' | 'claimed' | 'given_back' | 'approved' | 'rejected' | 'expired' | 'reminded'
  actor: string
  reason?: string | null
  /** YYYY-MM-DD */
  expiresOn?: string | null
  /** For a reminder: which of the three it is. */
  daysAhead?: number
}

/** @returns the event's id */
export async function insertDocumentEvent(ctx: Ctx, event: NewDocumentEvent): Promise<number> {
  const row = await ctx.db
    .insertInto('documentEvents')
    .values({ ...event, at: ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** @returns the deleted rows, whose files are to be released */
export async function deleteDocuments(
  tx: Ctx,
  by: 'id' | 'brokerId',
  ids: readonly number[],
): Promise<Pick<DocumentRow, 'brokerId' | 'fileId' | 'thumbnailFileId'>[]> {
  return tx.db
    .deleteFrom('documents')
    .where(by, '=', anyOf(ids))
    .returning(['brokerId', 'fileId', 'thumbnailFileId'])
    .execute()
}

/**
 * Moves the documents of a merged record. Versions of a type that both records have are renumbered by upload time, so
 * that the newest of both is the current one.
 */
export async function moveVersions(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  // temporary negative numbers and no current version, so that no unique index is violated in between
  const { numAffectedRows } = await sql`
    update documents set broker_id = ${intoBroker}, version = -id, current = false, updated_at = ${tx.now()}
    where broker_id in (${fromBroker}, ${intoBroker}) and document_type_id in
      (select document_type_id from documents where broker_id = ${fromBroker})`.execute(tx.db)
  if (!numAffectedRows) return
  await numberByUpload(tx, intoBroker)
  await refreshSearchTexts(tx, { brokerIds: [intoBroker] })
}
