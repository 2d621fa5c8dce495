import { sql } from 'kysely'
import type { getReviewDocument } from '#contract/documents/document-reviews.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { whyNotReview } from '#server/modules/reviews/decide-review.rules.ts'
import { viewReviewer } from '#server/modules/reviews/reviewer.views.ts'
import { notFound } from '#server/platform/errors.ts'
import { viewVersions } from '../own-documents.views.ts'
import { toReviewed } from '../store.ts'
import { viewAccreditation } from '../views.ts'
import { documentRules, suggestedExpiry } from './review-document.rules.ts'
import { type ReviewRow, toReviewDocument, typeOf, typesById, withNames } from './review-queue.views.ts'

type ReviewDocumentDetails = ReturnsOf<typeof getReviewDocument>

/** One document with everything that its reviewer needs. @throws AppError not_found */
export async function viewReviewDocument(ctx: Ctx, id: number): Promise<ReviewDocumentDetails> {
  const row = await withNames(
    ctx.db.selectFrom('documents').where('documents.id', '=', id),
  ).executeTakeFirst()
  if (!row) throw notFound('Document')
  const { brokerId, documentTypeId } = row
  const type = typeOf(await typesById(ctx), row)
  const [record, versions, history, accreditation, refusal] = await Promise.all([
    viewRecord(ctx, brokerId),
    viewVersions(ctx, brokerId, documentTypeId),
    viewHistory(ctx, { brokerId, documentTypeId }),
    viewAccreditation(ctx, brokerId),
    viewRefusal(ctx, row),
  ])
  return {
    ...toReviewDocument(ctx, row, type),
    record,
    reviewHint: type.reviewHint,
    expires: type.expires,
    suggestedExpiry: suggestedExpiry(type, sydneyDate(ctx.now())),
    refusal,
    versions,
    history,
    accreditation,
  }
}

async function viewRecord(ctx: Ctx, brokerId: number): Promise<ReviewDocumentDetails['record']> {
  const record = await ctx.db
    .selectFrom('brokers')
    .select(['name', 'email', 'phone', 'company', 'region', 'asicNumber', 'membership'])
    .where('id', '=', brokerId)
    .executeTakeFirst()
  if (!record) throw notFound('Document')
  return record
}

async function viewRefusal(ctx: Ctx, row: ReviewRow): Promise<string | null> {
  const situation = { before: toReviewed(row), reviewer: await viewReviewer(ctx), now: ctx.now() }
  return whyNotReview(documentRules, situation)?.message ?? null
}

interface HistoryRow {
  at: Date
  type: ReviewDocumentDetails['history'][number]['type']
  actor: string
  reason: string | null
  expiresOn: string | null
  version: number | null
}

/** Events of all versions and the requests in between, newest first. */
async function viewHistory(
  ctx: Ctx,
  { brokerId, documentTypeId }: { brokerId: number; documentTypeId: number },
): Promise<ReviewDocumentDetails['history']> {
  const { rows } = await sql<HistoryRow>`
    select e.at, e.type, e.actor, e.reason, e.expires_on, d.version, e.id as position
    from document_events e join documents d on d.id = e.document_id
    where d.broker_id = ${brokerId} and d.document_type_id = ${documentTypeId}
    union all
    select r.at, 'asked', r.actor, r.note, null, (select max(version) from documents d
        where d.broker_id = r.broker_id and d.document_type_id = r.document_type_id and d.uploaded_at <= r.at), 0
    from document_requests r where r.broker_id = ${brokerId} and r.document_type_id = ${documentTypeId}
    order by at desc, position desc`.execute(ctx.db)
  return rows.map(({ at, type, actor, reason, expiresOn, version }) => ({
    ...{ type, actor, reason, expiresOn, version },
    at: at.toISOString(),
  }))
}
