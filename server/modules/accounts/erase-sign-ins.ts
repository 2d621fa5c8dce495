import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/** Counts the portal account, which closing the portal removes, and erases failed sign-ins and waiting reset mails. */
export async function eraseSignIns(
  tx: Ctx,
  { person: { brokerIds, emails }, note }: AppEvents['broker.erasing'],
): Promise<void> {
  const { rows } = await sql<{ accounts: number; staff: number }>`
    select count(*) filter (where role is null)::int as accounts,
      count(*) filter (where role is not null)::int as staff
    from users where broker_id = any(${brokerIds})`.execute(tx.db)
  const { accounts = 0, staff = 0 } = rows[0] ?? {}
  note({ what: 'Portal account', rows: accounts, outcome: 'erased', reason: null })
  const reason = 'It belongs to a member of staff; only the link to the broker goes.'
  note({ what: 'Staff account', rows: staff, outcome: 'kept', reason })
  const failures = await tx.db
    .deleteFrom('signInFailures')
    .where('email', 'in', [...emails, ''])
    .execute()
  const jobs = await sql`
    delete from graphile_worker._private_jobs where payload ->> 'email' = any(${emails})`.execute(tx.db)
  const gone = Number(failures[0]?.numDeletedRows ?? 0) + Number(jobs.numAffectedRows ?? 0)
  note({ what: 'Sign-in attempts', rows: gone, outcome: 'erased', reason: null })
}
