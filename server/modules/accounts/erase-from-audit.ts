import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Person } from '#server/events.ts'
import { type AuditPart, type PersonWords, withoutPerson } from './erase-from-audit.rules.ts'

/** How many rows are held in memory at a time. */
const BATCH = 1_000

/** The rows of the audit log about a person and what belongs to them: look for them while that is still there. */
export async function auditRowsAbout(tx: Ctx, person: Person): Promise<number[]> {
  const ids = person.brokerIds.map(String)
  const { rows } = await sql<{ id: number }>`
    select id from audit_log a
    where (subject_type = 'broker' and subject_id = any(${ids}))
      or before ->> 'brokerId' = any(${ids}) or after ->> 'brokerId' = any(${ids})
      or exists (select from users u where u.broker_id = any(${person.brokerIds})
        and (u.id = a.actor_id or a.subject_type = 'user' and a.subject_id = u.id::text) and u.role is null)
      or exists (select from bookings b where a.subject_type = 'booking' and a.subject_id = b.id::text
        and (b.broker_id = any(${person.brokerIds}) or lower(b.email) = any(${person.emails})))
      or exists (select from applications p where a.subject_type = 'application' and a.subject_id = p.id::text
        and (p.broker_id = any(${person.brokerIds}) or lower(p.email) = any(${person.emails})))`.execute(
    tx.db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes a person out of the audit log: what was done, when, and to which record stays. Names go from the rows about the
 * person alone, as others may have the same; addresses and numbers from every row.
 * @param about from `auditRowsAbout`
 * @returns how many rows have changed
 */
export async function eraseFromAudit(tx: Ctx, words: PersonWords, about: readonly number[]): Promise<number> {
  const tied = new Set(about)
  const patterns = [...words.emails, ...words.phones].map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
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
    }
    changed += changes.length
    if (rows.length < BATCH) return changed
    last = rows.at(-1)?.id ?? last
  }
}
