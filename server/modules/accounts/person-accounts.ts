import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** Counts the portal account, which closing the portal removes, and erases reset mails that are not sent yet. */
export async function eraseSignIns(
  tx: Ctx,
  { person: { brokerIds, emails }, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const users = await tx.db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('brokerId', '=', anyOf(brokerIds))
    .execute()
  const accounts = users.filter(({ role }) => role === null).map(({ id }) => id)
  belonged('user', accounts)
  note({ what: 'Portal account', rows: accounts.length, outcome: 'erased', reason: null })
  const reason = 'It belongs to a member of staff; only the link to the broker goes.'
  note({ what: 'Staff account', rows: users.length - accounts.length, outcome: 'kept', reason })
  const jobs = await sql`
    delete from graphile_worker._private_jobs where payload ->> 'email' = any(${emails})`.execute(tx.db)
  note({
    what: 'Waiting reset mails',
    rows: Number(jobs.numAffectedRows ?? 0),
    outcome: 'erased',
    reason: null,
  })
}

/** The portal account, its sessions, and the person's actions. Never passwords or secrets. */
export async function exportAccount(
  tx: Ctx,
  { person: { brokerIds }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const users = sql`select id from users where broker_id = any(${brokerIds})`
  const accounts = await sql<object>`
    select id, email, name, email_verified, two_factor_enabled, created_at, disabled_at
    from users where id in (${users})`.execute(tx.db)
  add({ name: 'accounts', rows: accounts.rows })
  const sessions = await sql<object>`
    select id, ip_address, user_agent, created_at, last_seen_at, expires_at from sessions
    where user_id in (${users}) and audience = 'broker' order by id`.execute(tx.db)
  add({ name: 'sessions', rows: sessions.rows })
  const done = await sql<object>`
    select id, at, action, subject_type, subject_id, before, after, ip from audit_log
    where actor_id in (${users}) or (subject_type = 'broker' and subject_id = any(${brokerIds.map(String)}))
    order by id`.execute(tx.db)
  add({ name: 'audit', rows: done.rows })
}
