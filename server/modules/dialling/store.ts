import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { CallDecision } from './decide.rules.ts'
import type { CallFacts } from './facts.rules.ts'
import type { CampaignRow } from './views.ts'

/** Locks the campaign until the transaction ends; rows that only reference it can still be written. */
export async function lockCampaign(ctx: Ctx, id: number): Promise<CampaignRow | undefined> {
  return ctx.db.selectFrom('campaigns').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export interface NewDecision {
  facts: CallFacts
  enrolmentId: number | null
  decision: CallDecision
}

/**
 * Adds decisions to the ledger. @param options.skipUnchanged skips those equal to the newest one on the broker in
 * this campaign. @returns the new rows' ids by broker
 */
export async function insertDecisions(
  ctx: Ctx,
  campaignId: number,
  decisions: readonly NewDecision[],
  options: { judgedAt: Date; skipUnchanged: boolean },
): Promise<Map<number, number>> {
  const rows = decisions.map(({ facts, enrolmentId, decision }) => ({
    broker_id: facts.brokerId,
    enrolment_id: enrolmentId,
    verdict: decision.verdict,
    reasons: decision.reasons,
    not_before: decision.notBefore,
    facts,
    rules_version: decision.rulesVersion,
    data_versions: decision.dataVersions,
  }))
  if (rows.length === 0) return new Map()
  const onlyChanged = options.skipUnchanged
    ? sql`where not exists (
        select from (select verdict, reasons from call_decisions d
          where d.broker_id = given.broker_id and d.campaign_id = ${campaignId}
            -- nothing was decided before there was a campaign; a day for clocks that were put right
            and d.decided_at > (select created_at - interval '1 day' from campaigns where id = ${campaignId})
          order by d.decided_at desc, d.id desc limit 1) newest
        where newest.verdict = given.verdict and newest.reasons = given.reasons)`
    : sql``
  const { rows: added } = await sql<{ id: number; brokerId: number }>`
    insert into call_decisions (campaign_id, broker_id, enrolment_id, verdict, reasons, not_before, facts,
      rules_version, data_versions, judged_at)
    select ${campaignId}, broker_id, enrolment_id, verdict, reasons, not_before, facts,
      rules_version, data_versions, ${options.judgedAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(broker_id int, enrolment_id int, verdict text,
      reasons jsonb, not_before timestamptz, facts jsonb, rules_version text, data_versions jsonb)
    ${onlyChanged}
    returning id, broker_id`.execute(ctx.db)
  return new Map(added.map(({ id, brokerId }) => [brokerId, id]))
}

/** Enrols brokers, or reopens enrolments that ended without reaching them. @returns enrolment ids by broker */
export async function enrol(
  ctx: Ctx,
  scope: { campaignId: number; simulated: boolean },
  enrolments: readonly { brokerId: number; dueAt: Date }[],
): Promise<Map<number, number>> {
  if (enrolments.length === 0) return new Map()
  const rows = enrolments.map(({ brokerId, dueAt }) => ({ broker_id: brokerId, due_at: dueAt }))
  const { rows: enrolled } = await sql<{ id: number; brokerId: number }>`
    insert into enrolments (campaign_id, broker_id, region, simulated, state, due_at)
    select ${scope.campaignId}, broker_id, (select region from brokers where id = broker_id), ${scope.simulated},
      'waiting', due_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(broker_id int, due_at timestamptz)
    order by broker_id
    on conflict (campaign_id, broker_id, simulated) do update
      set state = 'waiting', due_at = excluded.due_at, ended_reason = null, updated_at = ${ctx.now()}
      where enrolments.state = 'done' and not enrolments.reached
    returning id, broker_id`.execute(ctx.db)
  return new Map(enrolled.map(({ id, brokerId }) => [brokerId, id]))
}

/** Tells the database how many are enrolled; without it calls are only slower for a while. */
export async function measureEnrolments(ctx: Ctx): Promise<void> {
  await sql`select measure_enrolments()`
    .execute(ctx.db)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'enrolments not measured'))
}

export interface EnrolmentChange {
  id: number
  state: 'waiting' | 'in_flight' | 'done'
  /** Unchanged when null. */
  dueAt: Date | null
  attempts: number | null
  endedReason: string | null
  reached: boolean
}

export async function changeEnrolments(ctx: Ctx, changes: readonly EnrolmentChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ dueAt, endedReason, ...change }) => ({
    ...change,
    due_at: dueAt,
    ended_reason: endedReason,
  }))
  await sql`update enrolments set state = given.state, due_at = coalesce(given.due_at, enrolments.due_at),
      attempts = coalesce(given.attempts, enrolments.attempts), ended_reason = given.ended_reason,
      reached = enrolments.reached or given.reached, updated_at = ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id int, state text, due_at timestamptz,
      attempts int, ended_reason text, reached boolean)
    where enrolments.id = given.id and enrolments.id = any(${rows.map(({ id }) => id)}::int[])`.execute(
    ctx.db,
  )
}

/** Stores the dialling state of a campaign; absent fields stay unchanged. */
export async function updateCampaignDialling(
  ctx: Ctx,
  campaignId: number,
  change: { running?: boolean; burstAfter?: number; hours?: object },
): Promise<void> {
  const values = {
    ...(change.running === undefined ? {} : { running: change.running }),
    ...(change.burstAfter === undefined ? {} : { burstAfter: change.burstAfter }),
    ...(change.hours === undefined ? {} : { hours: JSON.stringify(change.hours) }),
  }
  await ctx.db
    .insertInto('campaignDialling')
    .values({ campaignId, ...values })
    .onConflict((conflict) => conflict.column('campaignId').doUpdateSet({ campaignId, ...values }))
    .execute()
}
