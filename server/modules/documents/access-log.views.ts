import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { applicationFileLabels } from '#contract/accreditations/accreditations.ts'
import type { DocumentAccess, listDocumentAccess } from '#contract/documents/document-types.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { personOf } from '#server/modules/reviews/reviewer.views.ts'
import { holds, phrasePattern } from '#server/platform/db/search-pattern.ts'
import { findNewest } from '#server/platform/db/searched-rows.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

type Query = QueryOf<typeof listDocumentAccess>

// must match the condition of the audit log's indexes for this list exactly
const isAccess = sql<SqlBool>`audit_log.action in ('document.viewed', 'document.downloaded', 'application.file_read')`

/** The file's details in an audit row. */
interface AuditedFile {
  filename?: string
  typeName?: string
  /** For applications: which file of the form, and whether it was viewed or downloaded. */
  kind?: string
  how?: string
}

/**
 * Rows about a broker: on their present documents, including those from merged records, on documents that were theirs
 * when destroyed, and on files of their applications.
 */
function aboutBroker(brokerId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`audit_log.id in (
    select a.id from audit_log a
      where a.after ->> 'brokerId' = ${String(brokerId)}
        and a.action in ('document.viewed', 'document.downloaded', 'application.file_read')
    union
    select a.id from audit_log a where a.subject_type = 'document'
      and a.subject_id in (select id::text from documents where broker_id = ${brokerId})
    union
    select a.id from audit_log a where a.subject_type = 'application'
      and a.subject_id in (select id::text from applications where broker_id = ${brokerId}))`
}

function matching(ctx: Ctx, { brokerId, documentId, q }: Query) {
  let rows = ctx.db.selectFrom('auditLog').where(isAccess)
  if (documentId)
    rows = rows.where('subjectType', '=', 'document').where('subjectId', '=', String(documentId))
  if (brokerId) rows = rows.where(aboutBroker(brokerId))
  if (q) {
    // matches the expression of the index audit_log_access_search exactly
    const text = sql`fold_key(actor || ' ' || coalesce(audit_log.after ->> 'filename', '') || ' ' ||
      coalesce(audit_log.after ->> 'typeName', ''))`
    rows = rows.where(holds(text, [phrasePattern(q)]))
  }
  return rows
}

/** Every view and download of a document or of an application's file, newest first. */
export async function viewDocumentAccess(ctx: Ctx, query: Query): Promise<Page<DocumentAccess>> {
  const cursor = decodeIdCursor(query.cursor)
  const from = matching(ctx, query)
  const page = { table: 'audit_log', before: cursor, most: query.limit + 1 } as const
  const searched = query.q ? await findNewest(ctx.db, from.select('auditLog.id'), page) : null
  const following = cursor === null ? from : from.where('auditLog.id', '<', cursor)
  const shown = searched
    ? ctx.db.selectFrom('auditLog').where(sql<SqlBool>`audit_log.id = any(${searched.ids}::bigint[])`)
    : following
  return readPage({
    db: ctx.db,
    matching: from,
    total: searched?.total,
    rows: shown
      .leftJoin('documents', (join) =>
        join.on(
          sql<SqlBool>`audit_log.subject_type = 'document' and documents.id = audit_log.subject_id::int`,
        ),
      )
      .leftJoin('applications', (join) =>
        join.on(
          sql<SqlBool>`audit_log.subject_type = 'application' and applications.id = audit_log.subject_id::int`,
        ),
      )
      .leftJoin('brokers', (join) =>
        join.on(
          sql<SqlBool>`brokers.id = coalesce(documents.broker_id, applications.broker_id, (audit_log.after ->> 'brokerId')::int)`,
        ),
      )
      .select(['auditLog.id', 'at', 'actor', 'action', 'subjectId', 'ip'])
      .select(['documents.id as documentId', 'brokers.id as brokerId', 'brokers.name as brokerName'])
      .select(sql<AuditedFile | null>`audit_log.after`.as('audited'))
      .orderBy('auditLog.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: (row) => toAccess(row),
  })
}

interface AccessRow {
  id: number
  at: Date
  actor: string
  action: string
  subjectId: string | null
  ip: string | null
  documentId: number | null
  brokerId: number | null
  brokerName: string | null
  audited: AuditedFile | null
}

function toAccess({ id, at, actor, action, ip, audited, ...row }: AccessRow): DocumentAccess {
  const ofApplication = action === 'application.file_read'
  return {
    ...{ id, at: at.toISOString(), actor, ip },
    how: action === 'document.viewed' || audited?.how === 'viewed' ? 'viewed' : 'downloaded',
    document: {
      id: row.documentId,
      filename: audited?.filename ?? '',
      typeName: ofApplication
        ? `${labelOf(audited?.kind)} of application ${row.subjectId}`
        : (audited?.typeName ?? null),
    },
    broker: personOf(row.brokerId, row.brokerName),
  }
}

function labelOf(kind: string | undefined): string {
  return new Map(Object.entries(applicationFileLabels)).get(kind ?? '') ?? 'File'
}
