import { type Insertable, sql } from 'kysely'
import type { ComplianceStatus } from '#contract/surveillance.ts'
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
