import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AudienceRule } from '#contract/audiences.ts'
import type { CallBasis, Region } from '#contract/brokers.ts'
import { holidayTable } from '#server/calendar/holidays.ts'
import type { HoursPolicy } from '#server/calendar/legal-hours.ts'
import type { Ctx } from '#server/ctx.ts'
import { clockOf } from '#server/modules/audiences/audiences.views.ts'
import { audienceWhere } from '#server/modules/audiences/where.rules.ts'
import { classifyNumber } from '#server/modules/brokers/phone.rules.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { Campaigns } from '#server/schema.gen.ts'
import type { BestHours } from './best-hours.rules.ts'
import { type CallingWindow, type CampaignWindow, callingWindow } from './calling-window.rules.ts'
import type { Arm, CallFacts, CallPolicy, HoursArm, PastDial } from './facts.rules.ts'
import { hourRanking } from './hour-ranking.views.ts'

export type CampaignRow = Selectable<Campaigns>

export async function findCampaign(ctx: Ctx, id: number): Promise<CampaignRow | undefined> {
  return ctx.db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether brokers were enrolled since the campaign last completed. */
export async function isRunning(ctx: Ctx, campaignId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('campaignDialling')
    .select('running')
    .where('campaignId', '=', campaignId)
    .executeTakeFirst()
  return row?.running ?? false
}

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

const dial = sql`jsonb_build_object('callId', c.id, 'at', coalesce(c.simulated_at, c.created_at), 'outcome', c.outcome)`

/**
 * A broker's calls are few, a campaign's may be a hundred thousand: while a campaign runs, the planner's figures are old, and
 * it would begin with the campaign's. Behind a barrier it cannot.
 */
const BARRIER = sql`offset 0`

/** Brokers by their numbers: after one, up to another; null: up to the last. */
export interface BrokerPart {
  after: number
  upTo: number | null
}

/** Said of each table, so that none is read as a whole for each part. */
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
    /** Nobody was ever called in the campaign: nothing to look for at each broker. */
    fresh?: boolean
  },
): Promise<Candidate[]> {
  const { campaignId, simulated, now, part } = scope
  const chosen = scope.brokerIds
    ? sql`b.id = any(${[...scope.brokerIds]}::int[])`
    : scope.rules
      ? sql`(e.id is not null or ${audienceWhere(scope.rules, clockOf(ctx))})`
      : sql`true`
  const campaignDials = scope.fresh
    ? sql`null::jsonb`
    : sql`(select jsonb_agg(${dial} order by c.id desc) from (select * from calls where broker_id = b.id ${BARRIER}) c
        where c.campaign_id = ${campaignId} and c.simulated = ${simulated}
          and not c.test and not (c.withdrawn and c.outcome = 'provider_fault'))`
  const calledBefore = scope.fresh
    ? sql`null::int`
    : sql`(select coalesce(c.broker_id, 0) from (select * from calls where to_number = b.phone ${BARRIER}) c
        where c.campaign_id = ${campaignId} and c.simulated = ${simulated}
          and not c.test and c.broker_id is distinct from b.id order by c.id limit 1)`
  const { rows } = await sql<Row>`
    select b.id, b.phone, b.region, b.timezone, b.call_basis, b.call_basis_at, b.suspended_at,
      case when h.broker_id is not null
        then jsonb_build_object('since', h.held_since, 'reason', h.held_reason) end as held,
      (select jsonb_build_object('source', s.source, 'since', s.created_at) from suppressions s
        where s.phone = b.phone and s.ended_at is null and (${simulated} or not s.simulated)
        order by s.created_at limit 1) as suppression,
      (select jsonb_build_object('listed', w.listed, 'washedOn', w.washed_on) from number_washes w
        where w.phone = b.phone) as wash,
      (select jsonb_agg(${dial} order by c.id desc) from calls c
        where c.to_number = b.phone and c.simulated = ${simulated} and c.cap_date is not null
          and coalesce(c.simulated_at, c.created_at) > ${now}::timestamptz - interval '31 days') as number_dials,
      ${campaignDials} as campaign_dials,
      coalesce(${calledBefore},
        (select o.id from brokers o
          where o.phone = b.phone and o.id <> b.id and (e.state is null or e.state = 'done' or o.id < b.id)
            -- no join: just after many were enrolled, the planner would begin with all of them
            and (select true from enrolments oe where oe.broker_id = o.id and oe.campaign_id = ${campaignId}
              and oe.simulated = ${simulated} and oe.state <> 'done')
          order by o.id limit 1)) as number_taken_by,
      (select a.arm from campaign_arms a where a.campaign_id = ${campaignId} and a.broker_id = b.id) as arm,
      e.hours_arm, e.better_hour_at, e.better_hour_attempt,
      case when e.id is not null
        then jsonb_build_object('id', e.id, 'state', e.state, 'reached', e.reached) end as enrolment
    from brokers b
    left join enrolments e
      on e.broker_id = b.id and e.campaign_id = ${campaignId} and e.simulated = ${simulated} and ${within(sql.ref('e.broker_id'), part)}
    -- a join: while few brokers were ever checked, the planner would scan the whole table again for each broker
    left join broker_compliance h
      on h.broker_id = b.id and h.held_since is not null and ${within(sql.ref('h.broker_id'), part)}
    where ${chosen} and ${within(sql.ref('b.id'), part)}
    order by b.id`.execute(ctx.db)
  return rows.map((row) => ({ facts: toFacts(row), enrolment: row.enrolment, arm: row.arm }))
}

/** Whether nobody was ever called in the campaign. */
export async function isFresh(
  ctx: Ctx,
  { campaignId, simulated }: { campaignId: number; simulated: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from calls where campaign_id = ${campaignId} and simulated = ${simulated} and not test limit 1`.execute(
    ctx.db,
  )
  return rows.length === 0
}

/** Numbers that other campaigns that run are about to dial; a number may be dialled once a day. */
export async function plannedElsewhere(
  ctx: Ctx,
  { campaignId, simulated, now }: { campaignId: number; simulated: boolean; now: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select distinct b.phone from enrolments e join brokers b on b.id = e.broker_id
    where e.simulated = ${simulated} and e.state = 'waiting' and e.due_at <= ${now} and b.phone is not null
      and e.campaign_id in (select d.campaign_id from campaign_dialling d join campaigns c on c.id = d.campaign_id
        where d.running and c.status = 'active' and d.campaign_id <> ${campaignId})`.execute(ctx.db)
  return new Set(rows.map(({ phone }) => phone))
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
  }
}

export const DATA_VERSIONS: Record<string, string> = {
  holidays: holidayTable.version,
  zones: `tz ${process.versions.tz}`,
}

/** Real time allowed from the decision on a dial to its arrival at the provider. */
const LEAD_MS = 500
// at a simulator's highest speeds half a second would be longer than a working day
const MAX_LEAD_MS = 15 * 60_000

/** What of a campaign decides when a broker is called. */
export type CallingTerms = Parameters<typeof hoursOf>[0] &
  Pick<CampaignRow, 'preferBestHours' | 'hoursControlPercent' | 'hoursSeed'>

/**
 * The inputs of a campaign's decisions besides the facts.
 * @param speed seconds of the provider's clock per real second
 */
export async function loadPolicy(
  ctx: Ctx,
  campaign: CallingTerms,
  provider: Pick<VoiceProvider, 'name' | 'simulated'>,
  speed: number,
): Promise<CallPolicy> {
  const hours = await loadHoursPolicy(ctx)
  const known = campaign.preferBestHours ? await hourRanking(ctx, provider.simulated) : null
  return {
    window: callingWindow(hoursOf(campaign), hours),
    hours,
    provider: { name: provider.name, simulated: provider.simulated },
    dataVersions: known
      ? { ...DATA_VERSIONS, bestHours: `calls from ${known.from} to ${known.to}` }
      : DATA_VERSIONS,
    leadMs: Math.min(LEAD_MS * speed, MAX_LEAD_MS),
    bestHours: known && { ranking: known.ranking, control: controlOf(campaign) },
  }
}

/** Which part of a campaign's enrolments is called as without preferred hours. */
const controlOf = (
  campaign: Pick<CallingTerms, 'hoursControlPercent' | 'hoursSeed'>,
): BestHours['control'] => ({
  percent: campaign.hoursControlPercent,
  seed: campaign.hoursSeed,
})

/** The campaign's calling window at any place. */
export async function loadWindow(ctx: Ctx, campaign: CampaignRow): Promise<CallingWindow> {
  return callingWindow(hoursOf(campaign), await loadHoursPolicy(ctx))
}

export async function loadHoursPolicy(ctx: Ctx): Promise<HoursPolicy> {
  return ctx.db.selectFrom('organisation').select('respectStateHolidays').executeTakeFirstOrThrow()
}

export function hoursOf(
  campaign: Pick<
    CampaignRow,
    'callDaysOfWeek' | 'callStartTime' | 'callEndTime' | 'timezone' | 'respectLocalTime'
  >,
): CampaignWindow {
  return {
    days: campaign.callDaysOfWeek,
    start: campaign.callStartTime,
    end: campaign.callEndTime,
    zone: campaign.timezone,
    respectLocalTime: campaign.respectLocalTime,
  }
}
