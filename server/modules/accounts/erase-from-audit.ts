import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { type AuditPart, type PersonWords, withoutPerson } from './erase-from-audit.rules.ts'

/** How many rows are held in memory at a time. */
const BATCH = 1_000

/** Rows of the audit log about these concern the person, even without an address or number of theirs. */
export interface Belongings {
  brokerIds: readonly number[]
  /** As `subject_type` and `subject_id` name them. */
  subjects: readonly { type: string; id: number }[]
}

async function rowsAbout(tx: Ctx, { brokerIds, subjects }: Belongings): Promise<number[]> {
  const ids = brokerIds.map(String)
  const { rows } = await sql<{ id: number }>`
    select id from audit_log
    where (subject_type = 'broker' and subject_id = any(${ids}))
      or before ->> 'brokerId' = any(${ids}) or after ->> 'brokerId' = any(${ids})
      or (subject_type, subject_id) in (select * from unnest(${subjects.map(({ type }) => type)}::text[],
        ${subjects.map(({ id }) => String(id))}::text[]))
      or actor_id = any(${subjects.filter(({ type }) => type === 'user').map(({ id }) => id)})`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/**
 * Removes a person from the audit log; the action, its time and its record stay. Names are removed only from the rows
 * about the person, as others may have the same; addresses and numbers from every row.
 * @returns how many rows have changed
 */
export async function eraseFromAudit(tx: Ctx, words: PersonWords, belongings: Belongings): Promise<number> {
  const about = await rowsAbout(tx, belongings)
  const tied = new Set(about)
  const patterns = [...words.emails, ...words.phones].map(containing)
  let last = 0
  let changed = 0
  while (true) {
    const { rows } = await sql<AuditPart>`
      select id, actor, before, after, ip from audit_log
      where id > ${last} and (id = any(${about})
        or concat_ws(' ', actor, before::text, after::text) ilike any(${patterns}))
      order by id limit ${BATCH}`.execute(tx.db)
    const changes = rows.flatMap((row) => withoutPerson(row, words, tied.has(row.id)) ?? [])
    if (changes.length > 0) {
      await sql`select erase_from_audit(${JSON.stringify(changes)}::jsonb)`.execute(tx.db)
      await tx.emit('audit.redacted', { ids: changes.map(({ id }) => id) })
    }
    changed += changes.length
    if (rows.length < BATCH) return changed
    last = rows.at(-1)?.id ?? last
  }
}
