import { sql } from 'kysely'
import type { Finding } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import type { BrokerFacts } from '../checks/assess-broker.rules.ts'

export interface Screening {
  applicationId: number
  facts: string
  result: 'flagged' | 'clean' | 'not_checked'
  riskScore: number
  findings: readonly Finding[]
}

/** An applicant's details that are compared with the registers, as `factsDigest` has them of a broker. */
const applicant = sql`a.id, concat_ws(' ', a.first_name, a.last_name) as name, nullif(a.company, '') as company,
  nullif(a.asic_number, '') as asic_number, a.region, null as postcode,
  md5(concat_ws(E'\\x1f', a.first_name, a.last_name, a.company, a.asic_number, a.region)) as digest`

const OPEN = sql`a.status in ('submitted', 'in_review', 'info_requested')`

export async function findApplicant(ctx: Ctx, applicationId: number): Promise<BrokerFacts | undefined> {
  const { rows } = await sql<BrokerFacts>`
    select ${applicant} from applications a where a.id = ${applicationId} and a.status <> 'draft'`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Open applications that were compared with an older snapshot, with other details, or never. */
export async function findOutdated(ctx: Ctx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from (select ${applicant}, a.status from applications a where ${OPEN}) a
    left join application_screenings s on s.application_id = a.id
    where s.facts is distinct from a.digest
      or s.snapshot_id is distinct from (select max(id) from register_snapshots)
    order by a.id limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The approved application's broker. */
export async function findApprovedBroker(ctx: Ctx, applicationId: number): Promise<number | null> {
  const { rows } = await sql<{ brokerId: number | null }>`
    select broker_id from applications where id = ${applicationId} and status = 'approved'`.execute(ctx.db)
  return rows[0]?.brokerId ?? null
}

export async function putScreening(
  tx: Ctx,
  screening: Screening,
  snapshots: Readonly<Record<string, string>>,
): Promise<void> {
  const { applicationId, facts, result, riskScore, findings } = screening
  await sql`
    insert into application_screenings (application_id, facts, snapshot_id, snapshots, result, risk_score, findings, screened_at)
    values (${applicationId}, ${facts}, (select max(id) from register_snapshots), ${JSON.stringify(snapshots)}::jsonb,
      ${result}, ${riskScore}, ${JSON.stringify(findings)}::jsonb, ${tx.now()})
    on conflict (application_id) do update
    set facts = excluded.facts, snapshot_id = excluded.snapshot_id, snapshots = excluded.snapshots, result = excluded.result,
      risk_score = excluded.risk_score, findings = excluded.findings, screened_at = excluded.screened_at`.execute(
    tx.db,
  )
}
