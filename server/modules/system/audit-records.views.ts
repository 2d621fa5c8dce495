import { sql } from 'kysely'
import { type AuditRecord, type AuditRecordType, auditRecordTypes } from '#contract/system/audit-records.ts'
import type { Ctx } from '#server/ctx.ts'
import { holds, phrasePattern } from '#server/platform/db/search-pattern.ts'

export interface AuditSubject {
  subjectType: string
  subjectId: string | null
}

/** An id of a record; other subjects have days or codes in its place. */
const ID = /^[1-9]\d{0,8}$/
/** Shorter keys have no trigrams, and brokers of that name would be looked for in every row. */
const SHORTEST = 3
/** Brokers whose rows are looked up one by one. */
const MOST_BROKERS = 100

const keyOf = (type: string, id: string | number): string => `${type} ${id}`

/** The subjects that are still on record, by their names today; null for each of the others. */
export async function recordsOf(
  ctx: Ctx,
  subjects: readonly AuditSubject[],
): Promise<(AuditRecord | null)[]> {
  const ids = (type: AuditRecordType): string[] => [
    ...new Set(
      subjects.flatMap(({ subjectType, subjectId }) =>
        subjectType === type && subjectId !== null && ID.test(subjectId) ? [subjectId] : [],
      ),
    ),
  ]
  if (auditRecordTypes.every((type) => ids(type).length === 0)) return subjects.map(() => null)
  const { rows } = await sql<AuditRecord>`
    select 'broker' as type, id, name from brokers where id = any(${ids('broker')}::bigint[])
    union all select 'bdm', id, name from bdms where id = any(${ids('bdm')}::bigint[])
    union all select 'campaign', id, name from campaigns where id = any(${ids('campaign')}::bigint[])
    union all select 'booking', id, name from bookings where id = any(${ids('booking')}::bigint[])
    union all select 'application', id, concat_ws(' ', first_name, last_name) from applications
      where id = any(${ids('application')}::bigint[])
    union all select 'call', id, null from calls where id = any(${ids('call')}::bigint[])
    union all select 'task', id, null from tasks where id = any(${ids('task')}::bigint[])`.execute(ctx.db)
  const found = new Map(rows.map((row) => [keyOf(row.type, row.id), row]))
  return subjects.map(({ subjectType, subjectId }) => found.get(keyOf(subjectType, subjectId ?? '')) ?? null)
}

/** Ids of the brokers whose name today holds the phrase; none where there are too many to look up. */
export async function brokersNamed(ctx: Ctx, q: string): Promise<string[]> {
  const patterns = phrasePattern(q)
  if (q.trim().length < SHORTEST || patterns.length === 0) return []
  // the first condition is that of the directory's index
  const { rows } = await sql<{ id: string }>`select id::text as id from brokers where ${holds(
    sql`fold_key(name || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(asic_number, ''))`,
    [patterns],
  )} and ${holds(sql`fold_key(name)`, [patterns])} limit ${MOST_BROKERS + 1}`.execute(ctx.db)
  return rows.length > MOST_BROKERS ? [] : rows.map(({ id }) => id)
}
