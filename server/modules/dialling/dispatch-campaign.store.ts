import { type RawBuilder, sql } from 'kysely'
import type { CallOutcome } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { CampaignRow } from './views.ts'

/** More than the maximum number of calls in flight, so that the query also covers finished ones before them. */
const LOOK_BACK = 200
/** A call in flight for longer no longer delays judging the dials after it. */
const LONG_CALL_SECONDS = 180
const MAX_ID = 2_147_483_647

/** Whether somebody of the campaign is waiting or on a line: each an index lookup, regardless of their number. */
const isOpen = (campaignId: RawBuilder<number>, simulated: boolean): RawBuilder<boolean> =>
  sql<boolean>`(${oneWith(campaignId, simulated, sql`state = 'waiting'`)} or ${oneWith(campaignId, simulated, sql`state = 'in_flight'`)})`

/** In the order of an index: a bare `exists` may be answered by reading all enrolments until one matches. */
const oneWith = (
  campaignId: RawBuilder<number>,
  simulated: boolean,
  condition: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(select true from enrolments where campaign_id = ${campaignId} and simulated = ${simulated}
    and ${condition} order by due_at limit 1) is not null`

/** Active campaigns with a due dial, or with no open enrolments left and so ready to complete. */
export async function busyCampaigns(ctx: Ctx, scope: { simulated: boolean; now: Date }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from campaigns c join campaign_dialling d on d.campaign_id = c.id
    where c.status = 'active' and d.running
      and (${oneWith(sql`c.id`, scope.simulated, sql`state = 'waiting' and due_at <= ${scope.now}`)}
        or not ${isOpen(sql`c.id`, scope.simulated)})
    order by c.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Locks an active campaign; undefined when it is not active or another process has locked it. */
export async function lockActive(ctx: Ctx, campaignId: number): Promise<CampaignRow | undefined> {
  return ctx.db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', campaignId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** A dial since the campaign was last activated; `outcome` is null while in flight. */
export interface RecentDial {
  id: number
  outcome: CallOutcome | null
}

export interface CampaignLoad {
  /** Calls that occupy a line. */
  inFlight: number
  /** The newest dials, newest first. */
  newest: RecentDial[]
  /** The newest dials from before every call still in flight, so that slow calls are not missing. */
  settled: RecentDial[]
}

/** How many lines are occupied, and how the last dials ended. */
export async function campaignLoad(
  ctx: Ctx,
  scope: { campaignId: number; simulated: boolean; burstOf: number },
): Promise<CampaignLoad> {
  const { rows } = await sql<CampaignLoad>`
    with dials as materialized (
      select id, outcome, created_at from calls
      where campaign_id = ${scope.campaignId} and simulated = ${scope.simulated} and not test
        and id > coalesce((select burst_after from campaign_dialling where campaign_id = ${scope.campaignId}), 0)
        -- calls that we withdrew ourselves say nothing about the provider or the list
        and not withdrawn
      order by id desc limit ${scope.burstOf + LOOK_BACK}
    ),
    under_way as (
      select min(id) as first from dials
      where outcome is null and created_at > statement_timestamp() - make_interval(secs => ${LONG_CALL_SECONDS})
    )
    select
      (select count(*) from calls where campaign_id = ${scope.campaignId} and simulated = ${scope.simulated}
        and not test and finished_at is null) as in_flight,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'outcome', outcome) order by id desc), '[]')
        from (select * from dials order by id desc limit ${scope.burstOf}) last) as newest,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'outcome', outcome) order by id desc), '[]')
        from (select * from dials where id < coalesce((select first from under_way), ${MAX_ID})
              order by id desc limit ${scope.burstOf}) before) as settled`.execute(ctx.db)
  const [load] = rows
  if (!load) throw new Error('the campaign load query returned no row')
  return load
}

export interface Claimed {
  id: number
  brokerId: number
}

/** Locks due enrolments of the campaign until the transaction ends; skips brokers that are being deleted. */
export async function claimDue(
  ctx: Ctx,
  scope: { campaignId: number; simulated: boolean; now: Date; limit: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    select e.id, e.broker_id from enrolments e join brokers b on b.id = e.broker_id
    where e.campaign_id = ${scope.campaignId} and e.simulated = ${scope.simulated}
      and e.state = 'waiting' and e.due_at <= ${scope.now}
    order by e.due_at, e.id limit ${scope.limit}
    for no key update of e skip locked
    for key share of b skip locked`.execute(ctx.db)
  return rows
}

export async function hasOpenEnrolments(
  ctx: Ctx,
  { campaignId, simulated }: { campaignId: number; simulated: boolean },
): Promise<boolean> {
  const { rows } = await sql<{
    open: boolean
  }>`select ${isOpen(sql`${campaignId}`, simulated)} as open`.execute(ctx.db)
  return rows[0]?.open ?? false
}
