import { type RawBuilder, sql } from 'kysely'
import { type CreditScale, creditScaleTerms } from '#contract/scoring/credit-scales.ts'
import type { Gate } from '#contract/scoring/scoring.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { complianceOf, type Measured, type Priors, type ScoreFacts } from './score.rules.ts'
import type { ScoreWindow } from './window.rules.ts'

export interface Sums {
  loans: number
  reworked: number
  credit: number | null
  creditOf: number
  lvr: number | null
  lvrOf: number
  days: number | null
  daysOf: number
  ofDefaults: number
  defaulted: number
}

/** The least common multiple of both maxima, so that converted scores add up as integers. */
const COMMON = 6000
const inCommon = sql`credit_score * case credit_score_scale when 'equifax' then 5 else 6 end`

/** Sums and counts of the loans of a window, credit scores on one scale: exact, whatever the order of the rows. */
export const loanSums = ({ from }: ScoreWindow, scale: CreditScale): RawBuilder<unknown> => sql`
  count(*) filter (where lodged_on >= ${from}::date)::int as loans,
  count(*) filter (where reworked and lodged_on >= ${from}::date)::int as reworked,
  sum(${inCommon}) filter (where lodged_on >= ${from}::date)::numeric / ${COMMON / creditScaleTerms[scale].max}::int as credit,
  count(credit_score) filter (where lodged_on >= ${from}::date)::int as credit_of,
  sum(lvr) filter (where lodged_on >= ${from}::date)::float8 as lvr,
  count(lvr) filter (where lodged_on >= ${from}::date)::int as lvr_of,
  sum(approved_on - lodged_on) filter (where lodged_on >= ${from}::date)::int8 as days,
  count(approved_on) filter (where lodged_on >= ${from}::date)::int as days_of,
  count(*)::int as of_defaults, count(*) filter (where defaulted)::int as defaulted`

export const inWindow = ({ defaultsFrom, to }: ScoreWindow): RawBuilder<unknown> =>
  sql`lodged_on between ${defaultsFrom}::date and ${to}::date`

const rate = (part: number, of: number): number | null => (of === 0 ? null : (100 * part) / of)
const mean = (sum: number | null, of: number): number | null => (of === 0 || sum === null ? null : sum / of)

function measuresOf(sums: Sums): Record<Measured, { value: number | null; loans: number }> {
  return {
    defaultRate: { value: rate(sums.defaulted, sums.ofDefaults), loans: sums.ofDefaults },
    reworkRate: { value: rate(sums.reworked, sums.loans), loans: sums.loans },
    avgCreditScore: { value: mean(sums.credit, sums.creditOf), loans: sums.creditOf },
    avgLvr: { value: mean(sums.lvr, sums.lvrOf), loans: sums.lvrOf },
    avgDaysToApproval: { value: mean(sums.days, sums.daysOf), loans: sums.daysOf },
  }
}

/** Fewer brokers with loans give no usual values. */
const LEAST_BROKERS = 10

/** The usual values in this window: the mean of all loans; empty where too few brokers have any. */
export async function usualOf(ctx: Ctx, window: ScoreWindow, scale: CreditScale): Promise<Priors> {
  const { rows } = await sql<Sums & { brokers: number }>`
    with of_each as (select broker_id, ${loanSums(window, scale)} from loans where ${inWindow(window)} group by broker_id)
    select sum(loans)::int as loans, sum(reworked)::int as reworked, sum(credit)::float8 as credit,
      sum(credit_of)::int as credit_of, sum(lvr) as lvr, sum(lvr_of)::int as lvr_of, sum(days)::float8 as days,
      sum(days_of)::int as days_of, sum(of_defaults)::int as of_defaults, sum(defaulted)::int as defaulted,
      count(*) filter (where loans > 0)::int as brokers
    from of_each`.execute(ctx.db)
  const [sums] = rows
  return sums ? priorsOf(sums, sums.brokers) : {}
}

/** As `usualOf`, of all brokers when their sums are there. */
export function usualAmong(brokers: readonly { sums: Sums }[]): Priors {
  const total: Sums = { ...nothing }
  let lending = 0
  for (const { sums } of brokers) {
    if (sums.loans > 0) lending++
    for (const name of Object.keys(nothing) as (keyof Sums)[])
      total[name] = (total[name] ?? 0) + (sums[name] ?? 0) // its own keys
  }
  return priorsOf(total, lending)
}

const nothing: Sums = {
  ...{ loans: 0, reworked: 0, credit: 0, creditOf: 0, lvr: 0, lvrOf: 0, days: 0, daysOf: 0 },
  ...{ ofDefaults: 0, defaulted: 0 },
}

function priorsOf(sums: Sums, lending: number): Priors {
  if (lending < LEAST_BROKERS) return {}
  return Object.fromEntries(
    Object.entries(measuresOf(sums)).flatMap(([name, { value }]) => (value === null ? [] : [[name, value]])),
  )
}

interface FactsRow extends Sums {
  brokerId: number
  risk: number
  suspended: boolean
  licence: boolean
  piExpired: boolean
  expired: number
  frozenCompliance: number | null
  frozenGates: Gate[] | null
}

export interface BrokerFacts {
  brokerId: number
  facts: ScoreFacts
  sums: Sums
}

interface Scope {
  month: string
  window: ScoreWindow
  scale: CreditScale
  /** Ids above this one. */
  after: number
  limit: number
  /** Compliance and gates stay as they are in a score that was calculated from then on; null: they are those of today. */
  keptFrom: Date | null
}

/** A licence that has ended, or whose licensee is suspended or gone, has at least this risk. */
const LICENCE_RISK = 85
const HIGH_FLAG = 80

export async function loadFacts(
  ctx: Ctx,
  { month, window, scale, after, limit, keptFrom }: Scope,
): Promise<BrokerFacts[]> {
  const today = sydneyDate(ctx.now())
  // computed first, so that PostgreSQL may read the loans in parallel
  const last = await lastOfBatch(ctx, after, limit)
  if (last === null) return []
  const { rows } = await sql<FactsRow>`
    with batch as (select id, suspended_at from brokers where id > ${after} and id <= ${last}),
    sums as (
      select broker_id, ${loanSums(window, scale)} from loans
      where ${inWindow(window)} and broker_id > ${after} and broker_id <= ${last}
      group by broker_id
    ), expired as (
      select d.broker_id, count(*)::int as expired, bool_or(t.name ilike '%indemnity%') as pi_expired
      from documents d join document_types t on t.id = d.document_type_id
      where d.current and d.expires_on < ${today}::date and t.required and t.retired_at is null group by d.broker_id
    ), licences as (
      select distinct broker_id from compliance_findings
      where (subject like 'licence:%' or subject like 'licensee:%') and subject not like '%:holder'
        and risk >= ${LICENCE_RISK} and cleared_fingerprint is distinct from fingerprint
    )
    select b.id as broker_id, coalesce(c.risk_score, 0) as risk,
      b.suspended_at is not null or coalesce(c.status, '') = 'suspended' as suspended, l.broker_id is not null as licence,
      coalesce(e.expired, 0) as expired, coalesce(e.pi_expired, false) as pi_expired,
      coalesce(loans, 0) as loans, coalesce(reworked, 0) as reworked, credit::float8 as credit,
      coalesce(credit_of, 0) as credit_of, lvr, coalesce(lvr_of, 0) as lvr_of, days::float8 as days,
      coalesce(days_of, 0) as days_of, coalesce(of_defaults, 0) as of_defaults, coalesce(defaulted, 0) as defaulted,
      o.compliance as frozen_compliance, o.gates as frozen_gates
    from batch b left join sums s on s.broker_id = b.id left join broker_compliance c on c.broker_id = b.id
    left join expired e on e.broker_id = b.id left join licences l on l.broker_id = b.id
    left join broker_scores o on o.month = ${month} and o.broker_id = b.id and o.calculated_at >= ${keptFrom}::timestamptz
    order by b.id`.execute(ctx.db)
  return rows.map((row) => ({ brokerId: row.brokerId, facts: factsOf(row), sums: row }))
}

async function lastOfBatch(ctx: Ctx, after: number, limit: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from (
    select id from brokers where id > ${after} order by id limit ${limit}) b`.execute(ctx.db)
  return rows[0]?.last ?? null
}

function factsOf(row: FactsRow): ScoreFacts {
  return {
    ...measuresOf(row),
    totalLoans: row.loans,
    compliance: row.frozenCompliance ?? complianceOf(row.risk, row.expired),
    gates: row.frozenGates ?? gatesOf(row),
  }
}

function gatesOf({ suspended, licence, risk, piExpired }: FactsRow): Gate[] {
  const closed: [Gate, boolean][] = [
    ['suspended', suspended],
    ['licence', licence],
    ['high_flag', risk >= HIGH_FLAG],
    ['pi_expired', piExpired],
  ]
  return closed.filter(([, isClosed]) => isClosed).map(([gate]) => gate)
}
