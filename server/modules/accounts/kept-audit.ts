import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { DueRow, KeptKind } from '#server/kept.ts'
import { type DetailedRow, withoutDetails } from './kept-audit.rules.ts'

const SIGN_INS = ['sign_in.succeeded', 'sign_in.failed', 'sign_in.locked', 'sign_out', 'session.ended']

const dueWhere = (before: Date, actions: RawBuilder<unknown>): RawBuilder<DueRow> => sql`
  select id, at from audit_log where at < ${before} and details_removed_at is null and ${actions}`

/** Sign-ins, with their networks. */
export const keptSignIns: KeptKind = [
  {
    table: 'audit_log',
    appendOnly: true,
    due: (before) => dueWhere(before, sql`action = any(${SIGN_INS})`),
    remove: removeDetails,
  },
]

/** Names in all other rows of the audit log. */
export const keptAudit: KeptKind = [
  {
    table: 'audit_log',
    appendOnly: true,
    due: (before) => dueWhere(before, sql`action <> all(${SIGN_INS})`),
    remove: removeDetails,
  },
]

async function removeDetails(tx: Ctx, ids: readonly DueRow['id'][]): Promise<void> {
  const { rows } = await sql<DetailedRow>`
    select id, actor, actor_id, subject_type, before, after from audit_log where id = any(${ids})`.execute(
    tx.db,
  )
  const changes = JSON.stringify(rows.map(withoutDetails))
  await sql`select remove_audit_details(${changes}::jsonb, ${tx.now()})`.execute(tx.db)
  await tx.emit('audit.redacted', { ids: rows.map(({ id }) => id) })
  tx.changed('audit')
}
