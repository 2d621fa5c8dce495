import { sql } from 'kysely'
import { type campaignLift, LIFT_DAYS } from '#contract/brokers/audiences.ts'
import { addDays } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { numberText } from '#contract/number-text.ts'
import { percentOf } from '#contract/percent.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { notFound } from '#server/platform/errors.ts'
import {
  type Amounts,
  differenceOfMeans,
  differenceOfShares,
  type Interval,
  type LiftOutcome,
  sentenceOf,
  type Verdict,
  verdictOf,
} from './lift.rules.ts'

type Lift = ReturnsOf<typeof campaignLift>
type Comparison = Lift['periods'][number]['outcomes'][number]

interface ArmRow {
  arm: 'call' | 'hold_out'
  brokers: number
  visit: number
  booking: number
  application: number
  loan: number
  amount: number
  squares: number
}

const outcomes = [
  'visit',
  'booking',
  'application',
  'loan',
  'amount',
] as const satisfies readonly LiftOutcome[]

/** The outcomes of called brokers, next to those of brokers who were kept uncalled. @throws AppError not_found */
export async function viewLift(ctx: Ctx, campaignId: number): Promise<Lift> {
  const campaign = await ctx.db
    .selectFrom('campaigns')
    .select('holdOutPercent')
    .where('id', '=', campaignId)
    .executeTakeFirst()
  if (!campaign) throw notFound('Campaign')
  const { rows } = await sql<{ called: number; heldOut: number; since: Date | null }>`
    select count(*) filter (where arm = 'call')::int as called, count(*) filter (where arm = 'hold_out')::int as held_out,
      min(assigned_at) as since from campaign_arms where campaign_id = ${campaignId}`.execute(ctx.db)
  const { called = 0, heldOut = 0, since = null } = rows[0] ?? {}
  const periods = []
  for (const days of since ? LIFT_DAYS : []) periods.push(await periodOf(ctx, campaignId, days))
  return {
    ...campaign,
    ...{ called, heldOut, since: since?.toISOString() ?? null, periods },
    cost: costOf(heldOut, periods[0]),
  }
}

/** The brokers assigned at least this many days ago, and their outcomes within as many days. */
async function periodOf(ctx: Ctx, campaignId: number, days: number): Promise<Lift['periods'][number]> {
  const until = addDays(sydneyDate(ctx.now()), -days)
  const simulated = simulates(ctx)
  const within = (at: string) =>
    sql`${sql.ref(at)} >= a.assigned_at and ${sql.ref(at)} < a.assigned_at + make_interval(days => ${days})`
  const { rows } = await sql<ArmRow & { waiting: number }>`
    with arms as (
      select broker_id, arm, assigned_at, (assigned_at at time zone 'Australia/Sydney')::date as from_day
      from campaign_arms where campaign_id = ${campaignId}
    ), of_each as (
      select a.arm,
        exists (select from visits v where v.broker_id = a.broker_id and ${within('v.at')}) as visit,
        exists (select from bookings k where k.broker_id = a.broker_id and not k.test and k.status <> 'cancelled'
          and (${simulated} or not k.simulated) and ${within('k.created_at')}) as booking,
        exists (select from applications p where p.broker_id = a.broker_id and (${simulated} or not p.simulated)
          and ${within('p.submitted_at')}) as application,
        (select sum(l.amount)::float8 from loans l where l.broker_id = a.broker_id
          and l.lodged_on between a.from_day and a.from_day + ${days}::int - 1) as amount
      from arms a where a.from_day <= ${until}::date
    )
    select arm, count(*)::int as brokers, count(*) filter (where visit)::int as visit,
      count(*) filter (where booking)::int as booking, count(*) filter (where application)::int as application,
      count(amount)::int as loan, coalesce(sum(amount), 0) as amount, coalesce(sum(amount * amount), 0) as squares,
      (select count(*)::int from arms where from_day > ${until}::date) as waiting
    from of_each group by arm`.execute(ctx.db)
  const waiting =
    rows[0]?.waiting ??
    (await sql`select 1 from campaign_arms where campaign_id = ${campaignId} limit 1`.execute(ctx.db)).rows
      .length
  const empty = { brokers: 0, visit: 0, booking: 0, application: 0, loan: 0, amount: 0, squares: 0 }
  const of = (arm: ArmRow['arm']): ArmRow => rows.find((row) => row.arm === arm) ?? { ...empty, arm }
  const [one, other] = [of('call'), of('hold_out')]
  return { days, complete: waiting === 0, outcomes: outcomes.map((outcome) => compare(outcome, one, other)) }
}

function compare(outcome: LiftOutcome, one: ArmRow, other: ArmRow): Comparison {
  const deed = outcome === 'amount' ? 'loan' : outcome
  const shares = [one, other].map((arm) => ({ did: arm[deed], of: arm.brokers }))
  const [a = { did: 0, of: 0 }, b = { did: 0, of: 0 }] = shares
  const armOf = (arm: ArmRow): Comparison['called'] => ({
    brokers: arm.brokers,
    did: arm[deed],
    rate: arm.brokers === 0 ? null : rateOf(outcome, arm),
  })
  const said = { outcome, called: armOf(one), heldOut: armOf(other) }
  if (a.of < 2 || b.of < 2) {
    const nothing = { difference: null, low: null, high: null }
    return { ...said, ...nothing, verdict: 'too_few', sentence: 'Too few to tell.' }
  }
  const interval =
    outcome === 'amount' ? differenceOfMeans(amountsOf(one), amountsOf(other)) : differenceOfShares(a, b)
  const verdict = outcome === 'amount' ? amountVerdict(a, b, interval) : verdictOf(a, b, interval)
  const scale = outcome === 'amount' ? 1 : 100
  const shown = (value: number): number => Math.round(value * scale * 10) / 10
  return {
    ...said,
    difference: shown(interval.difference),
    low: shown(interval.low),
    high: shown(interval.high),
    verdict,
    sentence: sentenceOf(outcome, verdict, interval),
  }
}

const rateOf = (outcome: LiftOutcome, arm: ArmRow): number =>
  outcome === 'amount' ? Math.round(arm.amount / arm.brokers) : percentOf(arm[outcome], arm.brokers)

const amountsOf = ({ brokers, amount, squares }: ArmRow): Amounts => ({ of: brokers, sum: amount, squares })

/** As of shares, but for the width, which is of dollars here. */
function amountVerdict(
  one: { did: number; of: number },
  other: { did: number; of: number },
  interval: Interval,
): Verdict {
  const verdict = verdictOf(one, other, {
    ...interval,
    low: Math.sign(interval.low) / 1000,
    high: Math.sign(interval.high) / 1000,
  })
  return verdict
}

function costOf(heldOut: number, first: Lift['periods'][number] | undefined): string {
  if (heldOut === 0) return 'This campaign has no hold-out group.'
  const kept = `${numberText(heldOut)} brokers are not called by this campaign`
  const booking = first?.outcomes.find(({ outcome }) => outcome === 'booking')
  if (booking?.verdict !== 'more' || booking.difference === null)
    return `${kept}. It is too early to say what that costs.`
  const missed = Math.round((heldOut * booking.difference) / 100)
  return `${kept}: about ${numberText(missed)} meetings that calls would have brought within 30 days.`
}
