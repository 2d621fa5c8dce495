import { type RawBuilder, sql } from 'kysely'
import type { AudienceRule } from '#contract/brokers/audiences.ts'
import type { CallBasis, Region } from '#contract/brokers/brokers.ts'
import { callOutcomes, outcomeTable } from '#contract/calls/calls.ts'
import { WIDEST } from '#contract/campaigns/calling-rules.ts'
import type { Ctx } from '#server/ctx.ts'
import { clockOf } from '#server/modules/audiences/audiences.views.ts'
import { audienceWhere } from '#server/modules/audiences/where.rules.ts'
import { classifyNumber } from '#server/modules/brokers/phone.rules.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Arm, CallFacts, HoursArm, PastDial } from './facts.rules.ts'

/** A broker's facts for dialling, with the enrolment in the campaign. */
export interface Candidate {
  facts: CallFacts
  enrolment: { id: number; state: 'waiting' | 'in_flight' | 'done'; reached: boolean } | null
  /** Called, or kept uncalled to compare; null: there was no hold-out when they were chosen. */
  arm: Arm | null
}

interface Row {
  id: number
  phone: string | null
  region: Region | null
  timezone: string | null
  callBasis: CallBasis
  callBasisAt: Date | null
  suspendedAt: Date | null
  held: CallFacts['held']
  suppression: CallFacts['suppression']
  wash: CallFacts['wash']
  numberDials: PastDial[] | null
  campaignDials: PastDial[] | null
  numberTakenBy: number | null
  enrolment: Candidate['enrolment']
  arm: Candidate['arm']
  hoursArm: HoursArm | null
  betterHourAt: Date | null
  betterHourAttempt: number | null
}

const dial = sql`jsonb_build_object('callId', c.id, 'at', coalesce(c.simulated_at, c.created_at),
  'outcome', c.outcome, 'requested', c.requested)`

const NOT_COUNTED = callOutcomes.filter((outcome) => !outcomeTable[outcome].countsTowardsCaps)

/**
 * Whether dial `c` counts towards its number's caps. `cap_date` alone does not suffice: another call may hold the day,
 * or may have taken it before this one was reported as ringing. Of test calls only live ones to a broker count.
 */
const COUNTS = sql`(c.cap_date is not null or ((c.outcome is null or c.outcome <> all(${NOT_COUNTED}::text[]))
  and (not c.test or (not c.simulated and c.broker_id is not null))))`

/**
 * A broker's calls are few, a campaign's may be a hundred thousand: while a campaign runs, the planner's statistics are
 * old, and it would begin with the campaign's. An optimisation barrier prevents that.
 */
const BARRIER = sql`offset 0`

/** Brokers by their numbers: after one, up to another; null: up to the last. */
export interface BrokerPart {
  after: number
  upTo: number | null
}

/** Repeated for each table; otherwise a table is read as a whole for each part. */
function within(id: RawBuilder<unknown>, part: BrokerPart | undefined): RawBuilder<unknown> {
  if (!part) return sql`true`
  return part.upTo === null
    ? sql`${id} > ${part.after}`
    : sql`${id} > ${part.after} and ${id} <= ${part.upTo}`
}

/** All brokers in parts of so many. */
export async function partsOfBrokers(ctx: Ctx, most: number): Promise<BrokerPart[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select id, row_number() over (order by id) as place from brokers) b
    where place % ${most} = 0 order by id`.execute(ctx.db)
  const ends = rows.map(({ id }) => id)
  return [...ends, null].map((upTo, index) => ({ after: ends[index - 1] ?? 0, upTo }))
}

/**
 * The facts for preflight, enrolment and dial, for many brokers in one query. A live provider ignores the simulator's
 * data; the simulator respects every suppression.
 * @param scope.brokerIds default: all brokers
 * @param scope.part brokers after one number up to another; null: up to the last
 * @param scope.rules of an audience: those outside it, who are not in the campaign, are left out
 * @param scope.now on the clock that calling hours are judged by
 */
export async function loadCandidates(
  ctx: Ctx,
  scope: {
    campaignId: number
    simulated: boolean
    now: Date
    brokerIds?: readonly number[]
    rules?: readonly AudienceRule[] | null
    part?: BrokerPart
    /** The campaign's progress, if available; avoids lookups for each broker that cannot match. */
    past?: CampaignPast
    /** Days in which calls to a number count, by the rules in force. */
    capDays?: number
  },
): Promise<Candidate[]> {
  const { simulated, now, part, past = 'called', capDays = WIDEST.capDays } = scope
  const chosen = scope.brokerIds
    ? sql`b.id = ${anyOf(scope.brokerIds)}`
    : scope.rules
      ? sql`(e.id is not null or ${audienceWhere(scope.rules, clockOf(ctx))})`
      : sql`true`
  const own = ofCampaign(scope, past)
  const { rows } = await sql<Row>`
    -- named as in the code: a row with other names is copied to rename them, and there may be a hundred thousand
    select b.id, b.phone, b.region, b.timezone, b.call_basis as "callBasis", b.call_basis_at as "callBasisAt",
      b.suspended_at as "suspendedAt",
      case when h.broker_id is not null
        then jsonb_build_object('since', h.held_since, 'reason', h.held_reason) end as held,
      (select jsonb_build_object('source', s.source, 'since', s.created_at) from suppressions s
        where s.phone = b.phone and s.ended_at is null and (${simulated} or not s.simulated)
        order by s.created_at limit 1) as suppression,
      (select jsonb_build_object('listed', w.listed, 'washedOn', w.washed_on) from number_washes w
        where w.phone = b.phone) as wash,
      (select jsonb_agg(${dial} order by c.id desc) from calls c
        where c.to_number = b.phone and c.simulated = ${simulated} and ${COUNTS}
          and coalesce(c.simulated_at, c.created_at) > ${now}::timestamptz - ${capDays + 1}::int * interval '1 day') as "numberDials",
      ${own.dials} as "campaignDials",
      ${own.numberTakenBy} as "numberTakenBy",
      ${own.arm} as arm,
      e.hours_arm as "hoursArm", e.better_hour_at as "betterHourAt", e.better_hour_attempt as "betterHourAttempt",
      case when e.id is not null
        then jsonb_build_object('id', e.id, 'state', e.state, 'reached', e.reached) end as enrolment
    from brokers b
    left join enrolments e on ${own.enrolment}
    -- a join: while few brokers were ever checked, the planner would scan the whole table again for each broker
    left join broker_compliance h
      on h.broker_id = b.id and h.held_since is not null and ${within(sql.ref('h.broker_id'), part)}
    where ${chosen} and ${within(sql.ref('b.id'), part)}
    order by b.id`.execute(ctx.db)
  return rows.map((row) => ({ facts: toFacts(row), enrolment: row.enrolment, arm: row.arm }))
}

/** The columns that depend on the campaign, for broker `b` and enrolment `e`. */
function ofCampaign(
  { campaignId, simulated, part }: { campaignId: number; simulated: boolean; part?: BrokerPart },
  past: CampaignPast,
): Record<'dials' | 'numberTakenBy' | 'arm' | 'enrolment', RawBuilder<unknown>> {
  const nobody = {
    dials: sql`null::jsonb`,
    numberTakenBy: sql`null::int`,
    arm: sql`null`,
    enrolment: sql`false`,
  }
  if (past === 'none') return nobody
  const heldBy = sql`(select o.id from brokers o
    where o.phone = b.phone and o.id <> b.id and (e.state is null or e.state = 'done' or o.id < b.id)
      -- no join: just after many were enrolled, the planner would begin with all of them
      and (select true from enrolments oe where oe.broker_id = o.id and oe.campaign_id = ${campaignId}
        and oe.simulated = ${simulated} and oe.state <> 'done')
    order by o.id limit 1)`
  const chosen = {
    ...nobody,
    numberTakenBy: heldBy,
    arm: sql`(select a.arm from campaign_arms a where a.campaign_id = ${campaignId} and a.broker_id = b.id)`,
    enrolment: sql`e.broker_id = b.id and e.campaign_id = ${campaignId} and e.simulated = ${simulated}
      and ${within(sql.ref('e.broker_id'), part)}`,
  }
  if (past === 'chosen') return chosen
  const calledBefore = sql`(select coalesce(c.broker_id, 0) from (select * from calls where to_number = b.phone ${BARRIER}) c
    where c.campaign_id = ${campaignId} and c.simulated = ${simulated}
      and not c.test and c.broker_id is distinct from b.id order by c.id limit 1)`
  return {
    ...chosen,
    dials: sql`(select jsonb_agg(${dial} order by c.id desc) from (select * from calls where broker_id = b.id ${BARRIER}) c
      where c.campaign_id = ${campaignId} and c.simulated = ${simulated}
        and not c.test and not (c.withdrawn and c.outcome = 'provider_fault'))`,
    numberTakenBy: sql`coalesce(${calledBefore}, ${heldBy})`,
  }
}

/** none: no broker was ever chosen for the campaign; chosen: none was ever called in it. */
export type CampaignPast = 'none' | 'chosen' | 'called'

/**
 * The campaign's progress. The lock on the campaign's row keeps it valid while calls start; otherwise it may be
 * outdated.
 */
export async function campaignPast(
  ctx: Ctx,
  { campaignId, simulated }: { campaignId: number; simulated: boolean },
): Promise<CampaignPast> {
  const { rows } = await sql<{ called: boolean; chosen: boolean }>`select
    exists (select from calls where campaign_id = ${campaignId} and simulated = ${simulated} and not test) as called,
    exists (select from enrolments where campaign_id = ${campaignId} and simulated = ${simulated})
      or exists (select from campaign_arms where campaign_id = ${campaignId}) as chosen`.execute(ctx.db)
  const [row] = rows
  if (row?.called) return 'called'
  return row?.chosen ? 'chosen' : 'none'
}

function toFacts(row: Row): CallFacts {
  const campaignDials = row.campaignDials ?? []
  const waits = row.betterHourAttempt === campaignDials.length + 1
  return {
    brokerId: row.id,
    place: { region: row.region, zone: row.timezone },
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    held: row.held,
    callBasis: row.callBasis,
    callBasisAt: row.callBasisAt?.toISOString() ?? null,
    number: row.phone === null ? null : classifyNumber(row.phone),
    suppression: row.suppression,
    wash: row.wash,
    numberDials: row.numberDials ?? [],
    campaignDials,
    numberTakenBy: row.numberTakenBy,
    heldOut: row.arm === 'hold_out',
    hoursArm: row.hoursArm,
    waitsUntil: (waits && row.betterHourAt?.toISOString()) || null,
    requested: null,
  }
}
