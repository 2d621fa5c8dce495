import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type {
  documentSummary,
  listReviewDocuments,
  ReviewDocument,
} from '#contract/documents/document-reviews.ts'
import { REVIEW_DAYS } from '#contract/documents/reviews.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { isAssignedToMe, isUnassigned, viewQueueFigures } from '#server/modules/reviews/claims.views.ts'
import { activeClaimant } from '#server/modules/reviews/decide-review.rules.ts'
import { holds, wordPatterns } from '#server/platform/db/search-pattern.ts'
import { decodeCursor, notOurCursor, Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { type DocumentTypeRow, findTypes } from '../document-types.store.ts'
import { hasExpired } from '../rules.ts'
import { toReviewed } from '../store.ts'
import { toDocumentType } from '../views.ts'
import { documentRules } from './review-document.rules.ts'

type ListQuery = QueryOf<typeof listReviewDocuments>

const DAY_MS = 86_400_000
/** Documents that expire within these days are expiring soon; the first reminder is sent then. */
const SOON_DAYS = 60

const reviewed = { name: 'documents', table: documentRules.table }

function matching(ctx: Ctx, query: Partial<ListQuery>) {
  const now = ctx.now()
  let rows = ctx.db.selectFrom('documents')
  // a version that was replaced before its review needs none
  if (query.status === 'pending')
    rows = rows.where('documents.status', '=', 'pending').where('current', '=', true)
  else if (query.status) rows = rows.where('documents.status', '=', query.status)
  else rows = rows.where(sql<SqlBool>`(documents.current or documents.status <> 'pending')`)
  if (query.claimed === 'mine') rows = rows.where(isAssignedToMe(reviewed, ctx))
  if (query.claimed === 'nobody') rows = rows.where(isUnassigned(reviewed, now))
  if (query.brokerId) rows = rows.where('documents.brokerId', '=', query.brokerId)
  if (query.documentTypeId) rows = rows.where('documents.documentTypeId', '=', query.documentTypeId)
  if (query.olderThanDays !== undefined) {
    rows = rows.where('documents.uploadedAt', '<=', new Date(now.getTime() - query.olderThanDays * DAY_MS))
  }
  if (query.expiringWithinDays !== undefined) {
    rows = rows
      .where('documents.status', '=', 'approved')
      .where('documents.expiresOn', '<=', addDays(sydneyDate(now), query.expiringWithinDays))
      .where('documents.replaced', '=', false)
  }
  if (query.q) rows = rows.where(holds(sql`documents.search_text`, wordPatterns(query.q)))
  return rows
}

type Matching = ReturnType<typeof matching>

export const withNames = (rows: Matching) =>
  rows
    .innerJoin('brokers', 'brokers.id', 'documents.brokerId')
    .innerJoin('vaultFiles', 'vaultFiles.id', 'documents.fileId')
    .leftJoin('users as claimers', 'claimers.id', 'documents.claimedBy')
    .leftJoin('users as reviewers', 'reviewers.id', 'documents.reviewedBy')
    .leftJoin('documentRequests', (join) =>
      join
        .onRef('documentRequests.brokerId', '=', 'documents.brokerId')
        .onRef('documentRequests.documentTypeId', '=', 'documents.documentTypeId')
        .on('documentRequests.endedAt', 'is', null)
        .on('documents.current', '=', true),
    )
    .selectAll('documents')
    .select(['brokers.name as brokerName', 'brokers.company as brokerCompany'])
    .select(['vaultFiles.filename', 'vaultFiles.bytes', 'documentRequests.note as askedNote'])
    .select(['claimers.name as claimerName', 'reviewers.name as reviewerName'])

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

/** @param type the document's own */
export function toReviewDocument(ctx: Ctx, row: ReviewRow, type: DocumentTypeRow): ReviewDocument {
  const now = ctx.now()
  const { id, version, current, bytes, reason, expiresOn, askedNote } = row
  const review = toReviewed(row)
  const { status } = review
  const claimant = activeClaimant(documentRules, review, now)
  // the table's check allows no other
  const renderState = row.renderState as ReviewDocument['renderState']
  return {
    ...{ id, version, current, bytes, status, reason, expiresOn, askedNote, renderState },
    broker: { id: row.brokerId, name: row.brokerName, company: row.brokerCompany },
    documentType: toDocumentType(type),
    originalFilename: row.filename,
    uploadedAt: row.uploadedAt.toISOString(),
    claimedBy: claimant,
    claimedAt: claimant && row.claimedAt ? row.claimedAt.toISOString() : null,
    expired: hasExpired({ status, expiresOn }, sydneyDate(now)),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    reviewedBy: review.reviewedBy,
  }
}

export async function typesById(ctx: Ctx): Promise<Map<number, DocumentTypeRow>> {
  return new Map((await findTypes(ctx)).map((type) => [type.id, type]))
}

export function typeOf(types: Map<number, DocumentTypeRow>, row: ReviewRow): DocumentTypeRow {
  const type = types.get(row.documentTypeId)
  if (!type) throw new Error(`type of document ${row.id} not found`)
  return type
}

interface Order {
  by: RawBuilder<unknown>
  type: 'timestamptz' | 'date'
  descending: boolean
}

function orderOf({ sort, status, expiringWithinDays }: ListQuery): Order {
  const byDefault = status === 'pending' ? 'uploadedAt' : '-uploadedAt'
  const chosen = sort ?? (expiringWithinDays === undefined ? byDefault : 'expiresOn')
  const descending = chosen.startsWith('-')
  if (chosen.endsWith('uploadedAt')) {
    return { by: sql`documents.uploaded_at`, type: 'timestamptz', descending }
  }
  // documents without expiry sort last; must match the index's expression exactly
  const by = sql`coalesce(documents.expires_on, 'infinity'::date)`
  return { by, type: 'date', descending }
}

/** Documents as filtered; by default pending ones oldest first, expiring ones soonest first, others newest first. */
export async function viewReviewDocuments(ctx: Ctx, query: ListQuery): Promise<Page<ReviewDocument>> {
  const { by, type, descending } = orderOf(query)
  const direction = descending ? 'desc' : 'asc'
  let rows = withNames(matching(ctx, query))
    .select(sql<string>`(${by})::text`.as('position'))
    .orderBy(by, direction)
    .orderBy('documents.id', direction)
  const cursor = decodeCursor(query.cursor, 2)
  if (cursor) {
    const [position, id] = cursor
    if (typeof position !== 'string' || typeof id !== 'number') throw notOurCursor()
    const than = sql.raw(descending ? '<' : '>')
    rows = rows.where(sql<SqlBool>`(${by}, documents.id) ${than} (${position}::${sql.raw(type)}, ${id}::int)`)
  }
  const [page, types] = await Promise.all([
    readPage({
      db: ctx.db,
      matching: matching(ctx, query),
      rows,
      limit: query.limit,
      counting: query.total,
      cursor: ({ position, id }) => [position, id],
      item: (row) => row,
    }),
    typesById(ctx),
  ])
  const items = page.items.map((row) => toReviewDocument(ctx, row, typeOf(types, row)))
  return new Page(items, page)
}

/** The figures above the queue. */
export async function viewSummary(ctx: Ctx): Promise<ReturnsOf<typeof documentSummary>> {
  const [{ open, mine, oldest }, overdue, expiry] = await Promise.all([
    viewQueueFigures(ctx, reviewed, {
      queue: sql`status = 'pending' and current`,
      since: sql`uploaded_at`,
    }),
    countOverdue(ctx),
    viewExpiryFigures(ctx),
  ])
  const oldestDays = oldest && Math.floor((ctx.now().getTime() - oldest.getTime()) / DAY_MS)
  return { pending: open, mine, overdue, oldestDays, ...expiry }
}

async function countOverdue(ctx: Ctx): Promise<number> {
  const { overdue } = await matching(ctx, { status: 'pending', olderThanDays: REVIEW_DAYS })
    .select(({ fn }) => fn.countAll<number>().as('overdue'))
    .executeTakeFirstOrThrow()
  return overdue
}

async function viewExpiryFigures(ctx: Ctx): Promise<{ expiringSoon: number; expired: number }> {
  const today = sydneyDate(ctx.now())
  const { rows } = await sql<{ expiringSoon: number; expired: number }>`
    select count(*) filter (where expires_on >= ${today}::date) as expiring_soon,
      count(*) filter (where expires_on < ${today}::date) as expired
    from documents where status = 'approved' and expires_on <= ${addDays(today, SOON_DAYS)}::date
      and not replaced`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('count query returned no row')
  return row
}
