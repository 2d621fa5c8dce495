import type { DocumentStatus } from '#contract/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { findDocument, holdBroker } from '../store.ts'
import type { Reviewed, Reviewer } from './review-document.rules.ts'

export interface LockedDocument extends Reviewed {
  id: number
  version: number
  documentTypeId: number
  typeName: string
  expires: boolean
}

const gone = (): AppError => notFound('Document')

/** A document that nobody else can decide about, claim or replace until the transaction ends. @throws AppError not_found */
export async function lockDocument(tx: Ctx, id: number): Promise<LockedDocument> {
  const found = await findDocument(tx, id)
  if (!found || !(await holdBroker(tx, found.brokerId))) throw gone()
  // first the lock, then what is there: whoever was first has written by then
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
  if (!row) throw gone()
  return {
    ...row,
    // the table's check allows no other
    status: row.status as DocumentStatus,
    claimedBy: personOf(row.claimedBy, row.claimerName),
    reviewedBy: personOf(row.reviewedBy, row.reviewerName),
  }
}

export function personOf(id: number | null, name: string | null): { id: number; name: string } | null {
  return id !== null && name !== null ? { id, name } : null
}

/** Who reviews. Decisions have a person's name to them. @throws AppError forbidden */
export async function reviewerOf({ actor, db }: Ctx): Promise<Reviewer> {
  if (actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person reviews documents.')
  const row = await db
    .selectFrom('users')
    .select('brokerId')
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  return { id: actor.userId, brokerId: row?.brokerId ?? null, admin: actor.role === 'admin' }
}
