import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { activeTrace } from '#server/platform/traces/spans.ts'
import type { CallDecisions } from '#server/schema.gen.ts'
import type { CallDecision } from './decide.rules.ts'
import type { CallFacts, HoursArm } from './facts.rules.ts'
import type { CampaignRow } from './views.ts'

/** Locks the campaign until the transaction ends; rows that only reference it can still be written. */
export async function lockCampaign(ctx: Ctx, id: number): Promise<CampaignRow | undefined> {
  return ctx.db.selectFrom('campaigns').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export interface NewDecision {
  facts: CallFacts
  decision: CallDecision
}

/** Adds decisions before dials to the ledger. @returns the new rows' ids by broker */
export async function insertDecisions(
  ctx: Ctx,
  campaignId: number,
  decisions: readonly (NewDecision & { enrolmentId: number | null })[],
  judgedAt: Date,
): Promise<Map<number, number>> {
  if (decisions.length === 0) return new Map()
  const rows = decisions.map((one) => ({ ...decisionRow(one), enrolment_id: one.enrolmentId }))
  const { rows: added } = await sql<{ id: number; brokerId: number }>`
    ${intoLedger({ campaignId, judgedAt }, rows, sql`enrolment_id`)} returning id, broker_id`.execute(ctx.db)
  return new Map(added.map(({ id, brokerId }) => [brokerId, id]))
}

/** Adds decisions of a start to the ledger, but for those equal to the newest one on the broker in this campaign. */
export async function insertChangedDecisions(
  ctx: Ctx,
  { campaignId, simulated }: { campaignId: number; simulated: boolean },
  decisions: readonly NewDecision[],
  judgedAt: Date,
): Promise<void> {
  if (decisions.length === 0) return
  // who is never called was not enrolled by this start
  const enrolmentId = sql`case when verdict <> 'never' then (select e.id from enrolments e
    where e.campaign_id = ${campaignId} and e.broker_id = given.broker_id and e.simulated = ${simulated}) end`
  await sql`
    ${intoLedger({ campaignId, judgedAt }, decisions.map(decisionRow), enrolmentId)}
    where not exists (
      select from (select verdict, reasons from call_decisions d
        where d.broker_id = given.broker_id and d.campaign_id = ${campaignId}
          -- nothing was decided before there was a campaign; a day for clocks that were put right
          and d.decided_at > (select created_at - interval '1 day' from campaigns where id = ${campaignId})
        order by d.decided_at desc, d.id desc limit 1) newest
      where newest.verdict = given.verdict and newest.reasons = given.reasons)`.execute(ctx.db)
}

const decisionRow = ({ facts, decision }: NewDecision) => ({
  broker_id: facts.brokerId,
  verdict: decision.verdict,
  reasons: decision.reasons,
  not_before: decision.notBefore,
  facts,
  rules_version: decision.rulesVersion,
  data_versions: decision.dataVersions,
})

/** Inserts the rows, which are called `given`. @param enrolmentId of each */
const intoLedger = (
  { campaignId, judgedAt }: { campaignId: number; judgedAt: Date },
  rows: readonly object[],
  enrolmentId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into call_decisions (campaign_id, broker_id, enrolment_id, verdict, reasons, not_before, facts,
    rules_version, data_versions, judged_at)
  select ${campaignId}, broker_id, ${enrolmentId}, verdict, reasons, not_before, facts,
    rules_version, data_versions, ${judgedAt}
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(broker_id int, enrolment_id int, verdict text,
    reasons jsonb, not_before timestamptz, facts jsonb, rules_version text, data_versions jsonb)`

/** An enrolment's data about preferred hours. */
export interface HoursKept {
  /** Kept where it has none yet, from this attempt on. */
  arm: HoursArm | null
  attempt: number
  /** The better hour that the attempt waits for. */
  betterHourAt: Date | null
}

/** The data about preferred hours that follow from a decision; null where the campaign prefers none. */
export function hoursKept({ campaignDials, hoursArm }: CallFacts, decision: CallDecision): HoursKept | null {
  if (hoursArm === null) return null
  const waits = decision.reasons[0]?.code === 'better_hour'
  const betterHourAt = waits ? decision.notBefore : null
  return { arm: hoursArm, attempt: campaignDials.length + 1, betterHourAt }
}

const hoursRow = (hours: HoursKept | null | undefined) => ({
  hours_arm: hours?.arm ?? null,
  hours_attempt: hours?.attempt ?? null,
  better_hour_at: hours?.betterHourAt ?? null,
})

/**
 * Enrols brokers, or reopens enrolments that ended without reaching them.
 * @param scope.isFirst the campaign, whose row is locked, had no enrolments before, so none is looked up for each
 * broker
 * @returns how many were enrolled
 */
export async function enrol(
  ctx: Ctx,
  scope: { campaignId: number; simulated: boolean; isFirst: boolean },
  enrolments: readonly { brokerId: number; region: Region | null; dueAt: Date; hours?: HoursKept | null }[],
): Promise<number> {
  if (enrolments.length === 0) return 0
  const hours = enrolments.map((enrolment) => hoursRow(enrolment.hours))
  const reopen = scope.isFirst
    ? sql``
    : sql`on conflict (campaign_id, broker_id, simulated) do update
      set state = 'waiting', due_at = excluded.due_at, ended_reason = null, updated_at = ${ctx.now()},
        trace_context = excluded.trace_context,
        hours_arm = coalesce(enrolments.hours_arm, excluded.hours_arm),
        hours_from = coalesce(enrolments.hours_from, excluded.hours_from),
        better_hour_at = coalesce(excluded.better_hour_at, enrolments.better_hour_at),
        better_hour_attempt = coalesce(excluded.better_hour_attempt, enrolments.better_hour_attempt)
      where enrolments.state = 'done' and not enrolments.reached`
  const { numAffectedRows } = await sql`
    insert into enrolments (campaign_id, broker_id, region, simulated, state, due_at,
      hours_arm, hours_from, better_hour_at, better_hour_attempt, trace_context)
    select ${scope.campaignId}, broker_id, region, ${scope.simulated},
      'waiting', due_at, hours_arm, case when hours_arm is not null then hours_attempt end,
      better_hour_at, case when better_hour_at is not null then hours_attempt end, ${activeTrace()}::text
    -- there may be a hundred thousand: lists are read sooner than JSON
    from unnest(${enrolments.map(({ brokerId }) => brokerId)}::int[], ${enrolments.map(({ region }) => region)}::text[],
      ${enrolments.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[], ${hours.map((row) => row.hours_arm)}::text[],
      ${hours.map((row) => row.hours_attempt)}::smallint[],
      ${hours.map((row) => row.better_hour_at?.toISOString() ?? null)}::timestamptz[])
      as given(broker_id, region, due_at, hours_arm, hours_attempt, better_hour_at)
    order by broker_id
    ${reopen}`.execute(ctx.db)
  return Number(numAffectedRows)
}

export interface EnrolmentChange {
  id: number
  state: 'waiting' | 'in_flight' | 'done'
  /** Unchanged when null. */
  dueAt: Date | null
  attempts: number | null
  endedReason: string | null
  reached: boolean
  /** A call screener answered a call that has ended. */
  screened?: boolean
  /** An option in a call that has ended. */
  chose?: boolean
  hours?: HoursKept | null
}

export async function changeEnrolments(ctx: Ctx, changes: readonly EnrolmentChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ dueAt, endedReason, hours, ...change }) => ({
    ...change,
    ...hoursRow(hours),
    due_at: dueAt,
    ended_reason: endedReason,
  }))
  await sql`update enrolments set state = given.state, due_at = coalesce(given.due_at, enrolments.due_at),
      attempts = coalesce(given.attempts, enrolments.attempts), ended_reason = given.ended_reason,
      reached = enrolments.reached or given.reached, chose = enrolments.chose or coalesce(given.chose, false),
      screened = enrolments.screened or coalesce(given.screened, false),
      updated_at = ${ctx.now()},
      hours_arm = coalesce(enrolments.hours_arm, given.hours_arm),
      hours_from = coalesce(enrolments.hours_from, case when given.hours_arm is not null then given.hours_attempt end),
      better_hour_at = coalesce(given.better_hour_at, enrolments.better_hour_at),
      better_hour_attempt = case when given.better_hour_at is null then enrolments.better_hour_attempt
        else given.hours_attempt end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id int, state text, due_at timestamptz,
      attempts int, ended_reason text, reached boolean, chose boolean, screened boolean, hours_arm text, hours_attempt smallint,
      better_hour_at timestamptz)
    where enrolments.id = given.id and enrolments.id = ${anyOf(rows.map(({ id }) => id))}`.execute(ctx.db)
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

/** Decisions that no dial led to. */
export async function insertRefusals(ctx: Ctx, rows: readonly Insertable<CallDecisions>[]): Promise<void> {
  await ctx.db
    .insertInto('callDecisions')
    .values([...rows])
    .execute()
}
