import { type Insertable, sql } from 'kysely'
import type { ComplianceStatus } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ComplianceReviews } from '#server/schema.gen.ts'
import type { Standing } from './decide-compliance.rules.ts'

/** A hash of the findings that count about a broker `c`: it differs once others count. */
export const foundDigest = sql<string>`coalesce((select md5(string_agg(concat_ws(' ', f.check_type, f.subject, f.fingerprint,
    f.risk), E'\\n' order by f.check_type, f.subject))
  from compliance_findings f where f.broker_id = c.broker_id and f.cleared_fingerprint is distinct from f.fingerprint), '')`

/** Locks a broker's standing until the transaction ends; undefined: there is no such broker. */
export async function lockStanding(
  tx: Ctx,
  brokerId: number,
): Promise<(Standing & { riskScore: number }) | undefined> {
  await sql`insert into broker_compliance (broker_id) select id from brokers where id = ${brokerId}
    on conflict do nothing`.execute(tx.db)
  const { rows } = await sql<Standing & { riskScore: number }>`
    select c.status, c.risk_score, ${foundDigest} as found,
      (select case when r.action = 'propose_suspension' then r.reviewed_by end from compliance_reviews r
        where r.broker_id = c.broker_id order by r.id desc limit 1) as proposed_by
    from broker_compliance c where c.broker_id = ${brokerId} for update of c`.execute(tx.db)
  return rows[0]
}

export async function insertReview(
  tx: Ctx,
  review: Omit<Insertable<ComplianceReviews>, 'reviewedAt'>,
): Promise<void> {
  await tx.db
    .insertInto('complianceReviews')
    .values({ ...review, reviewedAt: tx.now() })
    .execute()
}

/** Silences the present findings until their content changes. */
export async function clearFindings(tx: Ctx, brokerId: number, by: number): Promise<void> {
  await sql`update compliance_findings set awaits_review = false, cleared_fingerprint = fingerprint, cleared_at = ${tx.now()}, cleared_by = ${by}
    where broker_id = ${brokerId}`.execute(tx.db)
}

export async function setStatus(tx: Ctx, brokerId: number, status: ComplianceStatus): Promise<void> {
  await sql`update broker_compliance set status = ${status}, held_since = null, held_reason = null,
    flagged_at = case when ${status === 'active'} then null else coalesce(flagged_at, ${tx.now()}) end
    where broker_id = ${brokerId}`.execute(tx.db)
}

/** Moves checks, reviews and findings of a merged record to the other; a suspension of either applies. */
export async function moveStanding(
  tx: Ctx,
  { fromId, intoId }: { fromId: number; intoId: number },
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
      -- null: the next check compares the merged record again
      checked_facts = null`.execute(db)
  await sql`delete from broker_compliance where broker_id = ${fromId}`.execute(db)
}

/** The settings of reviews, locked until the transaction ends when `forUpdate`. */
export async function findReviewSettings(
  ctx: Ctx,
  options: { forUpdate?: boolean } = {},
): Promise<{ fourEyes: boolean }> {
  const query = ctx.db.selectFrom('surveillanceSettings').select('fourEyes')
  return (options.forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

export async function changeReviewSettings(tx: Ctx, settings: { fourEyes: boolean }): Promise<void> {
  await tx.db.updateTable('surveillanceSettings').set(settings).execute()
}
