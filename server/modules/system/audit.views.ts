import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { actionsOf } from '#contract/accounts/audit-kinds.ts'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { foldKey } from '#contract/plain-text.ts'
import type { listAudit, listAuditPeople } from '#contract/system/system.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { beginningWith, containing, holds, phrasePattern } from '#server/platform/db/search-pattern.ts'
import { findFew, findNewest } from '#server/platform/db/searched-rows.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { decodeCursor, decodeIdCursor, notOurCursor, Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { brokersNamed, recordsOf } from './audit-records.views.ts'
import { type AcrossSubject, meantActions } from './audit-search.rules.ts'

type AuditEntry = ReturnsOf<typeof listAudit>[number]

/** As the index has it. */
const SEARCHED = sql`audit_text(actor, action, subject_type, subject_id, before, after)`
/** A user by email, anything else by its type and id. */
const UNNAMED = sql<string>`audit_subject(subject_type, subject_id, before, after)`
/** People whose rows are looked up one by one. */
const MOST_FOUND = 1000

const subjectOf = sql<string>`case when subject_type = 'user' then coalesce(users.name, ${UNNAMED}) else ${UNNAMED} end`

/**
 * The audit log, newest first, searched over actor, action, subject and people's names, by code and by sentence. Rows
 * are matched by a text index; users' names and sentences change without the rows, so they are resolved first.
 */
export async function viewAudit(ctx: Ctx, query: QueryOf<typeof listAudit>): Promise<Page<AuditEntry>> {
  // days are read off the index of times, in its order; all others by number
  const ofDays = Boolean(query.from || query.to)
  const before = cursorOf(query.cursor, ofDays)
  const mayReadNames = can(ctx.actor, 'documents.read')
  let matching = ctx.db.selectFrom('auditLog')
  if (query.action) matching = matching.where('action', '=', query.action)
  if (query.kind) matching = matching.where('action', 'in', actionsOf(query.kind))
  if (query.person !== undefined) matching = matching.where('actorId', '=', query.person)
  if (ofDays) matching = matching.where(happenedOn(query))
  if (query.q) matching = matching.where(await matchesSearch(ctx, query.q))
  const found = matching.select('auditLog.id')
  const ofIds = (ids: readonly number[]) =>
    ctx.db.selectFrom('auditLog').where(sql<SqlBool>`audit_log.id = any(${ids}::bigint[])`)
  const few = query.q && ofDays ? await findFew(found) : null
  if (few) matching = ofIds(few)
  const following = () => ({ before: decodeIdCursor(query.cursor), most: query.limit + 1 })
  const searched =
    query.q && !ofDays ? await findNewest(ctx.db, found, { table: 'audit_log', ...following() }) : null
  const shown = searched ? ofIds(searched.ids) : before ? matching.where(before) : matching
  const page = await readPage({
    db: ctx.db,
    matching,
    total: searched?.total,
    rows: shown
      .leftJoin('users', (join) =>
        join.on('subjectType', '=', 'user').on(sql`users.id::text`, '=', sql.ref('subject_id')),
      )
      // an entry whose names were removed has no address either
      .leftJoin('users as people', (join) =>
        join.onRef('people.id', '=', 'auditLog.actorId').onRef('people.email', '=', 'auditLog.actor'),
      )
      .selectAll('auditLog')
      .select([
        'people.name as actorName',
        subjectOf.as('subject'),
        sql<string>`audit_log.at::text`.as('exactAt'),
      ])
      .$if(ofDays, (rows) => rows.orderBy('auditLog.at', 'desc'))
      .orderBy('auditLog.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id, exactAt }) => (ofDays ? [exactAt, id] : [id]),
    item: ({ actorId: _actorId, exactAt: _exactAt, ...row }) => ({
      ...row,
      ...(mayReadNames || !namesFiles(row.subjectType, row.action) ? {} : { before: null, after: null }),
    }),
  })
  const records = await recordsOf(ctx, page.items)
  const items = page.items.map(({ subjectType: _subjectType, subjectId: _subjectId, ...row }, index) => {
    const record = records[index] ?? null
    // no names in entries past their period
    return { ...row, record: record && row.detailsRemovedAt ? { ...record, name: null } : record }
  })
  return new Page(items, page)
}

/** The condition for rows after a page. @throws AppError `invalid` for a cursor of another list, or of other filters */
function cursorOf(cursor: string | undefined, ofDays: boolean): RawBuilder<SqlBool> | null {
  if (!ofDays) {
    const id = decodeIdCursor(cursor)
    return id === null ? null : sql<SqlBool>`audit_log.id < ${id}`
  }
  const values = decodeCursor(cursor, 2)
  if (!values) return null
  const [at, id] = values
  if (typeof at !== 'string' || typeof id !== 'number' || !Number.isSafeInteger(id)) throw notOurCursor()
  return sql<SqlBool>`(audit_log.at, audit_log.id) < (${at}::timestamptz, ${id})`
}

/** On these days in Sydney. */
function happenedOn({ from, to }: Pick<QueryOf<typeof listAudit>, 'from' | 'to'>): RawBuilder<SqlBool> {
  requireDaysInOrder({ from, to })
  return sql<SqlBool>`(audit_log.at >= ${from ? sydneyMidnight(from) : '-infinity'}
    and audit_log.at < ${to ? sydneyMidnight(addDays(to, 1)) : 'infinity'})`
}

/** Everybody who is or was of the staff, by name. */
export async function viewAuditPeople(ctx: Ctx): Promise<ReturnsOf<typeof listAuditPeople>> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

async function matchesSearch(ctx: Ctx, q: string): Promise<RawBuilder<SqlBool>> {
  const patterns = phrasePattern(q)
  if (patterns.length === 0) return holds(SEARCHED, [patterns])
  const { all, across } = meantActions(foldKey(q))
  const found = [
    holds(SEARCHED, [patterns]),
    await isOfUser(ctx, holds(sql`fold_key(name)`, [patterns])),
    ...(all.length > 0 ? [sql`action = any(${all}::text[])`] : []),
  ]
  const brokers = await brokersNamed(ctx, q)
  if (brokers.length > 0) found.push(sql`(subject_type = 'broker' and subject_id = any(${brokers}::text[]))`)
  for (const part of across) found.push(await reachesInto(ctx, part))
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

/** The condition for rows about users who match. */
async function isOfUser(ctx: Ctx, holding: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{
    id: string
  }>`select id::text as id from users where ${holding} limit ${MOST_FOUND + 1}`.execute(ctx.db)
  if (rows.length > MOST_FOUND)
    return sql`(subject_type = 'user' and subject_id in (select id::text from users where ${holding}))`
  if (rows.length === 0) return sql`false`
  return sql`(subject_type = 'user' and subject_id = any(${rows.map(({ id }) => id)}::text[]))`
}

const forms: Record<AcrossSubject['how'], (text: string) => string> = {
  begins: beginningWith,
  ends: (text) => containing(text).slice(0, -1),
  is: (text) => containing(text).slice(1, -1),
}

/** Of these actions, rows whose subject continues the search text, as in 'approved document 4'. */
async function reachesInto(ctx: Ctx, { actions, how, text }: AcrossSubject): Promise<RawBuilder<unknown>> {
  const key = foldKey(text)
  const pattern = forms[how](key)
  const named = await isOfUser(ctx, sql`fold_key(name) like ${pattern}`)
  const subject = sql`fold_key(${UNNAMED}) like ${pattern}`
  // the text's index where it serves, else that of the actions; each part of the text begins with a blank
  const served = how === 'begins' ? ` ${key}` : key.length < 3 ? null : key
  const unnamed = served === null ? subject : sql`(${SEARCHED} like ${containing(served)} and ${subject})`
  return sql`(action = any(${actions}::text[]) and (${named} or ${unnamed}))`
}

/** True for rows whose details include names of people's documents; those details need a permission. */
const namesFiles = (subjectType: string, action: string): boolean =>
  subjectType === 'document' || action === 'application.file_read'
