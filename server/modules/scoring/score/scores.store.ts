import { sql } from 'kysely'
import { OVERRIDE_MONTHS } from '#contract/scoring/scoring.ts'
import type { Ctx } from '#server/ctx.ts'
import type { BrokerFacts } from './facts.store.ts'
import type { Score } from './score.rules.ts'
import type { Calculation } from './score-runs.store.ts'

/**
 * Stores the scores of a run. A score that is calculated again replaces the one before; if late loans change it,
 * `previous` keeps the former score and tier. An override holds while the calculation returns the tier that it
 * overrode; another result ends it.
 */
export async function storeScores(
  tx: Ctx,
  run: Calculation & { id: number },
  scores: readonly (BrokerFacts & { score: Score })[],
): Promise<void> {
  const rows = scores.map(({ brokerId, facts, score }) => ({
    broker: brokerId,
    overall: score.overall,
    tier: score.tier,
    loans: facts.totalLoans,
    def: facts.defaultRate.value,
    rework: facts.reworkRate.value,
    credit: facts.avgCreditScore.value,
    lvr: facts.avgLvr.value,
    days: facts.avgDaysToApproval.value,
    evidence: [
      facts.defaultRate.loans,
      facts.reworkRate.loans,
      facts.avgCreditScore.loans,
      facts.avgLvr.loans,
      facts.avgDaysToApproval.loans,
    ],
    compliance: facts.compliance,
    gates: facts.gates,
    adjusted: score.adjusted,
    points: score.points,
  }))
  const incoming = sql`json_to_recordset(${JSON.stringify(rows)}::json) as i(broker int, overall numeric, tier text,
    loans int, def float8, rework float8, credit float8, lvr float8, days float8, evidence int[], compliance int,
    gates text[], adjusted float8[], points float8[])`
  if (await anyOverride(tx)) {
    await sql`
      update score_overrides o set ended_at = ${tx.now()}, ended_reason = ${`The calculation for ${run.month} came to another tier`}
      from ${incoming} where o.ended_at is null and o.broker_id = i.broker and o.month <= ${run.month}
        and o.calculated_tier <> i.tier`.execute(tx.db)
  }
  await sql`
    insert into broker_scores as s (month, broker_id, run_id, scorecard_id, overall, calculated_tier, tier, override_id,
      total_loans, default_rate, rework_rate, avg_credit_score, avg_lvr, avg_days, evidence_of, compliance, gates, adjusted,
      points, calculated_at)
    select ${run.month}, i.broker, ${run.id}, ${run.scorecardId}, i.overall, i.tier, coalesce(o.tier, i.tier), o.id,
      i.loans, i.def, i.rework, i.credit, i.lvr, i.days, i.evidence, i.compliance, i.gates, i.adjusted, i.points, ${tx.now()}
    from ${incoming} join brokers b on b.id = i.broker
    left join score_overrides o on o.broker_id = i.broker and o.ended_at is null and o.month <= ${run.month}
      and ${run.month} <= to_char((o.month || '-01')::date + make_interval(months => ${OVERRIDE_MONTHS - 1}), 'YYYY-MM')
    on conflict (broker_id, month) do update set run_id = excluded.run_id, overall = excluded.overall,
      calculated_tier = excluded.calculated_tier, tier = excluded.tier, override_id = excluded.override_id,
      total_loans = excluded.total_loans, default_rate = excluded.default_rate, rework_rate = excluded.rework_rate,
      avg_credit_score = excluded.avg_credit_score, avg_lvr = excluded.avg_lvr, avg_days = excluded.avg_days,
      evidence_of = excluded.evidence_of, compliance = excluded.compliance, gates = excluded.gates,
      adjusted = excluded.adjusted, points = excluded.points, calculated_at = excluded.calculated_at,
      change_id = case when ${published('s')} is distinct from ${published('excluded')} then excluded.change_id else s.change_id end,
      previous = case when ${run.reason} = 'late_loans' and (s.overall, s.tier) is distinct from (excluded.overall, excluded.tier)
        then jsonb_build_object('overallScore', s.overall, 'tier', s.tier, 'at', s.calculated_at) else s.previous end`.execute(
    tx.db,
  )
}

/** Of those that a calculation writes; the log names them too (`seals/sources.views.ts`). */
const SEALED_COLUMNS = [
  ...['overall', 'calculated_tier', 'tier', 'total_loans', 'default_rate', 'rework_rate'],
  ...['avg_credit_score', 'avg_lvr', 'avg_days', 'evidence_of', 'compliance', 'gates', 'adjusted', 'points'],
]

/** What the transparency log seals of a score: a calculation with the same result is no new publication. */
const published = (row: 's' | 'excluded') =>
  sql`(${sql.join(SEALED_COLUMNS.map((column) => sql.ref(`${row}.${column}`)))})`

async function anyOverride(tx: Ctx): Promise<boolean> {
  const row = await tx.db
    .selectFrom('scoreOverrides')
    .select('id')
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a broker's score of a month until the transaction ends. */
export async function lockScore(
  tx: Ctx,
  { brokerId, month }: { brokerId: number; month: string },
): Promise<void> {
  await sql`select 1 from broker_scores where broker_id = ${brokerId} and month = ${month} for update`.execute(
    tx.db,
  )
}

export async function setTier(
  tx: Ctx,
  scoreId: number,
  values: { tier: string; overrideId: number | null },
): Promise<void> {
  const changed = { ...values, changeId: sql<number>`default` }
  await tx.db.updateTable('brokerScores').set(changed).where('id', '=', scoreId).execute()
}

export interface NewOverride {
  brokerId: number
  month: string
  tier: string
  calculatedTier: string
  reason: string
  expiresOn: string
}

/** @returns its id */
export async function insertOverride(tx: Ctx, override: NewOverride): Promise<number> {
  const { id } = await tx.db
    .insertInto('scoreOverrides')
    .values({
      ...override,
      madeBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
      madeAt: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endOverrides(tx: Ctx, brokerId: number, endedReason: string): Promise<void> {
  await tx.db
    .updateTable('scoreOverrides')
    .set({ endedAt: tx.now(), endedReason })
    .where('brokerId', '=', brokerId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends the overrides that expire by this day, and resets the brokers' newest scores to the calculated tier. */
export async function endExpiredOverrides(tx: Ctx, today: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update score_overrides set ended_at = ${tx.now()}, ended_reason = 'Expired'
    where ended_at is null and expires_on <= ${today}::date returning id`.execute(tx.db)
  if (rows.length === 0) return
  await sql`
    update broker_scores s set tier = calculated_tier, override_id = null, change_id = default
    where override_id = any(${rows.map(({ id }) => id)}::int[])
      and not exists (select from broker_scores n where n.broker_id = s.broker_id and n.month > s.month)`.execute(
    tx.db,
  )
}
