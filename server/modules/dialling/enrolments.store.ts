import { type RawBuilder, sql } from 'kysely'
import type { CallOutcome } from '#contract/calls/calls.ts'
import type { Place } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { FinishedDial } from './enrolments.rules.ts'

export interface CalledEnrolment {
  enrolmentId: number
  campaignId: number
  place: Place
  dials: EnrolmentDial[]
}

/** `outcome` is null in flight. */
export interface EnrolmentDial extends Omit<FinishedDial, 'outcome'> {
  outcome: CallOutcome | null
  chose: boolean
}

/** Locks the enrolments of these calls and loads all of their dials; test calls have no enrolment. */
export async function lockEnrolmentsOf(ctx: Ctx, callIds: readonly number[]): Promise<CalledEnrolment[]> {
  const rows = await ctx.db
    .selectFrom('enrolments')
    .innerJoin('brokers', 'brokers.id', 'enrolments.brokerId')
    .select(['enrolments.id', 'enrolments.campaignId', 'brokers.region', 'brokers.timezone'])
    // joined with calls, the planner would read all enrolments that were dialled before these
    .where(
      'enrolments.id',
      '=',
      sql<number>`any(array(select enrolment_id from calls where id = ${anyOf(callIds)}))`,
    )
    .orderBy('enrolments.id')
    .forNoKeyUpdate('enrolments')
    .execute()
  if (rows.length === 0) return []
  const dials = await ctx.db
    .selectFrom('calls')
    .select([
      'enrolmentId',
      'attempt',
      'outcome',
      'response',
      'withdrawn',
      sql<Date>`coalesce(simulated_at, created_at)`.as('at'),
    ])
    .where('enrolmentId', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  const dialsOf = Map.groupBy(dials, ({ enrolmentId }) => enrolmentId)
  return rows.map(({ id, campaignId, region, timezone }) => ({
    enrolmentId: id,
    campaignId,
    // the tables' checks allow no other regions and outcomes
    place: { region: region as Place['region'], zone: timezone },
    dials: (dialsOf.get(id) ?? []).map(({ at, attempt, outcome, response, withdrawn }) => ({
      at,
      attempt: attempt ?? 0,
      outcome: outcome as CallOutcome | null,
      chose: response !== null,
      // a withdrawn dial that the provider reported after all counts like any other
      withdrawn: withdrawn && outcome === 'provider_fault',
    })),
  }))
}

export interface CancelledEnrolment {
  id: number
  campaignId: number
  brokerId: number
  simulated: boolean
}

/**
 * The open enrolments of these brokers, locked. With a condition on waiting ones, the planner would read all waiting
 * rows, because its statistics predate the enrolment of these brokers.
 */
const openOf = (brokerIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`own as materialized (select id, state from enrolments
    where broker_id = any(array(${brokerIds})) and state <> 'done' order by id for no key update)`

/** Ends the waiting enrolments of brokers with this number. @returns the ended enrolments */
export async function cancelWaiting(
  ctx: Ctx,
  phone: string,
  options: { onlySimulated: boolean },
): Promise<CancelledEnrolment[]> {
  const { rows } = await sql<CancelledEnrolment>`
    with ${openOf(sql`select id from brokers where phone = ${phone}`)}
    update enrolments e set state = 'done', ended_reason = 'opted_out', updated_at = ${ctx.now()}
    from own
    where e.id = own.id and own.state = 'waiting' and (e.simulated or not ${options.onlySimulated})
    returning e.campaign_id, e.broker_id, e.id, e.simulated`.execute(ctx.db)
  return rows
}

/** Ends the waiting enrolments of a completed campaign. */
export async function endWaiting(ctx: Ctx, campaignId: number): Promise<void> {
  await ctx.db
    .updateTable('enrolments')
    .set({ state: 'done', endedReason: 'campaign_completed', updatedAt: ctx.now() })
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Now, on the clock that an enrolment is planned by. */
async function dueNow(ctx: Ctx): Promise<RawBuilder<Date>> {
  const simulated = (await ctx.providers.voice.named('simulator')?.now(ctx.db)) ?? ctx.now()
  return sql`least(e.due_at, case when e.simulated then ${simulated}::timestamptz else ${ctx.now()}::timestamptz end)`
}

/** Makes the waiting enrolments of a campaign due, so that the dispatcher decides on them again. */
export async function requeueCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  await sql`update enrolments e set due_at = ${await dueNow(ctx)}, updated_at = ${ctx.now()}
    where e.campaign_id = ${campaignId} and e.state = 'waiting'`.execute(ctx.db)
}

/** Makes those due who wait for a better hour and nothing else. @returns how many */
export async function releaseBetterHours(ctx: Ctx, campaignId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update enrolments e set due_at = ${await dueNow(ctx)}, updated_at = ${ctx.now()}
    where e.campaign_id = ${campaignId} and e.state = 'waiting' and e.better_hour_at is not null
      and e.due_at = e.better_hour_at
    returning e.id`.execute(ctx.db)
  return rows.length
}

/** Makes the waiting enrolments of brokers due, so that the dispatcher decides on them again. @returns how many */
export async function requeueBrokers(ctx: Ctx, brokerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with ${openOf(sql`select unnest(${[...brokerIds]}::int[])`)}
    update enrolments e set due_at = ${await dueNow(ctx)}, updated_at = ${ctx.now()}
    from own where e.id = own.id and own.state = 'waiting'
    returning e.id`.execute(ctx.db)
  return rows.length
}

/**
 * Reopens enrolments that ended because a compliance review was due, in campaigns that are not over. @returns how many
 */
export async function reopenReleased(ctx: Ctx, brokerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update enrolments e set state = 'waiting', ended_reason = null, due_at = ${await dueNow(ctx)},
      updated_at = ${ctx.now()}
    from campaigns c, broker_compliance h
    where e.broker_id = any(${[...brokerIds]}::int[]) and e.state = 'done' and e.ended_reason = 'on_hold'
      and c.id = e.campaign_id and c.status in ('active', 'paused')
      and h.broker_id = e.broker_id and h.held_since is null
    returning e.id`.execute(ctx.db)
  return rows.length
}

export async function newestCallId(ctx: Ctx, campaignId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('calls')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campaignId', '=', campaignId)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The days and hours that the waiting enrolments were planned with; null before the first enrolment. */
export async function plannedHours(ctx: Ctx, campaignId: number): Promise<unknown> {
  const row = await ctx.db
    .selectFrom('campaignDialling')
    .select('hours')
    .where('campaignId', '=', campaignId)
    .executeTakeFirst()
  return row?.hours ?? null
}

/**
 * Moves enrolments and decisions of a merged record to the kept one. When both were enrolled in one campaign, one
 * enrolment remains with the more advanced state, so that the person is not called for two records.
 */
export async function mergeEnrolments(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  // the more advanced state wins; the kept record's own when they are equal
  await sql`update enrolments kept set
      state = case when more_advanced then merged.state else kept.state end,
      due_at = greatest(kept.due_at, merged.due_at),
      attempts = greatest(kept.attempts, merged.attempts),
      ended_reason = case when more_advanced then merged.ended_reason else kept.ended_reason end,
      screened = kept.screened or merged.screened,
      reached = kept.reached or merged.reached, chose = kept.chose or merged.chose,
      visited = kept.visited or merged.visited, booked = kept.booked or merged.booked,
      hours_arm = coalesce(kept.hours_arm, merged.hours_arm), hours_from = coalesce(kept.hours_from, merged.hours_from),
      applied = kept.applied or merged.applied, accredited = kept.accredited or merged.accredited,
      updated_at = ${ctx.now()}
    from (
      select other.*, (other.reached and not own.reached)
        or (other.reached = own.reached and other.state = 'done' and own.state <> 'done') as more_advanced, own.id as own_id
      from enrolments other
      join enrolments own on own.campaign_id = other.campaign_id and own.simulated = other.simulated
      where other.broker_id = ${fromId} and own.broker_id = ${intoId}
    ) merged
    where kept.id = merged.own_id`.execute(ctx.db)
  await sql`delete from enrolments other using enrolments own
    where other.broker_id = ${fromId} and own.broker_id = ${intoId}
      and own.campaign_id = other.campaign_id and own.simulated = other.simulated`.execute(ctx.db)
  await ctx.db.updateTable('enrolments').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await sql`select move_call_decisions(${fromId}, ${intoId})`.execute(ctx.db)
}
