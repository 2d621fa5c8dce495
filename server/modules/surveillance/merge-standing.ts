import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { restate } from './checks/restate.ts'

/** Checks, reviews and findings of both records stay; a suspension of either applies. */
export async function mergeStandings(
  tx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  const { db } = tx
  await sql`update compliance_checks set broker_id = ${intoId} where broker_id = ${fromId}`.execute(db)
  await sql`update compliance_reviews set broker_id = ${intoId} where broker_id = ${fromId}`.execute(db)
  // a finding about both records is kept once
  await sql`delete from compliance_findings f where broker_id = ${fromId} and exists (select from compliance_findings o
    where o.broker_id = ${intoId} and o.check_type = f.check_type and o.subject = f.subject)`.execute(db)
  await sql`update compliance_findings set broker_id = ${intoId} where broker_id = ${fromId}`.execute(db)
  await sql`
    insert into broker_compliance (broker_id, status, checked_at)
    select ${intoId}, status, checked_at from broker_compliance where broker_id = ${fromId}
    on conflict (broker_id) do update
    set status = case when excluded.status = 'suspended' then 'suspended' else broker_compliance.status end,
      -- what was found about the other record is compared with the one that is kept
      checked_facts = null`.execute(db)
  await sql`delete from broker_compliance where broker_id = ${fromId}`.execute(db)
  await restate(tx, [intoId])
}
