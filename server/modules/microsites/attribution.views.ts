import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { AttributionDimension, AttributionReport, attribution } from '#contract/microsites/microsites.ts'
import { sydneyHour, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { everyDay, type Period, periodOf, ranked, type Sum } from './attribution.rules.ts'
import type { OutcomeKind } from './attribution.store.ts'
import { cover } from './visits/rollups.rules.ts'

interface Scope extends Period {
  by: AttributionDimension
  /** undefined: all of them */
  microsites: readonly number[] | undefined
  simulated: boolean
}

/** Visits by tag or broker over a period, from rollups, with the resulting meetings and applications. */
export async function viewAttribution(
  ctx: Ctx,
  query: QueryOf<typeof attribution>,
): Promise<AttributionReport> {
  const checked = periodOf(query, sydneyHour(ctx.now()).day)
  if (!checked.ok) throw invalid(checked.fields)
  const { by } = query
  const microsites = await micrositesOf(ctx, query)
  const scope: Scope = { ...checked.period, by, microsites, simulated: simulates(ctx) }
  const [sums, days, bookings, applications] = await Promise.all([
    sumVisits(ctx, scope),
    countDays(ctx, scope),
    countOutcomes(ctx, scope, 'booking'),
    countOutcomes(ctx, scope, 'application'),
  ])
  const { rows, others } = ranked(joined(sums, bookings, applications))
  const names = by === 'broker' ? await namesOf(ctx, rows) : null
  return {
    ...{ from: scope.from, to: scope.to, by },
    visits: sumOf(days),
    bookings: sumOf(bookings),
    applications: sumOf(applications),
    rows: rows.map(({ value, ...counts }) => ({
      value: (names ? names.get(value) : value) || null,
      brokerId: names && value !== '' ? Number(value) : null,
      ...counts,
    })),
    others,
    days: everyDay(scope, days),
  }
}

type Counts = Map<string, number>

const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

function joined(visits: Counts, bookings: Counts, applications: Counts): Sum[] {
  const values = new Set([...visits.keys(), ...bookings.keys(), ...applications.keys()])
  return [...values].map((value) => ({
    value,
    visits: visits.get(value) ?? 0,
    bookings: bookings.get(value) ?? 0,
    applications: applications.get(value) ?? 0,
  }))
}

/** The requested microsites; undefined: all of them. @throws AppError not_found */
async function micrositesOf(
  ctx: Ctx,
  { micrositeId, campaignId }: QueryOf<typeof attribution>,
): Promise<number[] | undefined> {
  if (campaignId === undefined) return micrositeId === undefined ? undefined : [micrositeId]
  const { rows } = await sql<{ ids: number[] }>`
    select array(select m.id from microsites m where m.campaign_id = c.id
      ${micrositeId === undefined ? sql`` : sql`and m.id = ${micrositeId}`}) as ids
    from campaigns c where c.id = ${campaignId}`.execute(ctx.db)
  if (!rows[0]) throw notFound('Campaign')
  return rows[0].ids
}

const ofMicrosites = (ids: readonly number[] | undefined): RawBuilder<boolean> =>
  ids === undefined ? sql<boolean>`microsite_id is null` : sql<boolean>`microsite_id = any(${ids}::int[])`

/** Each range is read from one section of the index. */
async function sumVisits(ctx: Ctx, { by, microsites, from, to }: Scope): Promise<Counts> {
  const ranges = cover(from, to)
  const { rows } = await sql<{ value: string; visits: number }>`
    select value, sum(visits) as visits
    from unnest(${ranges.map(({ days }) => days)}::smallint[], ${ranges.map((range) => range.from)}::date[],
        ${ranges.map((range) => range.to)}::date[]) as range (days, first, last)
      cross join lateral (
        select value, visits from visit_rollups where ${ofMicrosites(microsites)} and dimension = ${by}
          and days = range.days and start between range.first and range.last
        -- offset 0 runs this once per range; a plain join would read the whole dimension
        offset 0) rollups
    group by value having sum(visits) > 0`.execute(ctx.db)
  return new Map(rows.map(({ value, visits }) => [value, Number(visits)]))
}

async function countDays(ctx: Ctx, { microsites, from, to }: Scope): Promise<Counts> {
  const { rows } = await sql<{ start: string; visits: number }>`
    select start, sum(visits) as visits from visit_rollups where ${ofMicrosites(microsites)} and dimension = 'total'
      and days = 1 and start between ${from} and ${to} group by start`.execute(ctx.db)
  return new Map(rows.map(({ start, visits }) => [start, Number(visits)]))
}

/** Bookings or applications of the period: (id, broker_id). */
const made = {
  booking: (scope: Scope) => sql`select id, broker_id from bookings where status <> 'cancelled' and not test
    and ${within(scope, sql`created_at`)} and (${scope.simulated} or not simulated)`,
  application: (scope: Scope) => sql`select id, broker_id from applications
    where ${within(scope, sql`submitted_at`)} and (${scope.simulated} or not simulated)`,
} satisfies Record<OutcomeKind, unknown>

const within = ({ from, to }: Period, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} >= ${sydneyMidnight(from)} and ${column} < ${sydneyMidnight(addDays(to, 1))}`

const outcomeIds = {
  booking: sql`outcome.booking_id`,
  application: sql`outcome.application_id`,
} satisfies Record<OutcomeKind, unknown>

const valueColumns = {
  source: sql`coalesce(outcome.utm_source, '')`,
  medium: sql`coalesce(outcome.utm_medium, '')`,
  campaign: sql`coalesce(outcome.utm_campaign, '')`,
  content: sql`coalesce(outcome.utm_content, '')`,
  term: sql`coalesce(outcome.utm_term, '')`,
  broker: sql`coalesce(made.broker_id::text, '')`,
} satisfies Record<AttributionDimension, unknown>

/** Counts attributed bookings or applications per value; every dimension counts the same ones. */
async function countOutcomes(ctx: Ctx, scope: Scope, kind: OutcomeKind): Promise<Counts> {
  const { by, microsites } = scope
  const outcomes = sql`join visit_outcomes outcome on ${outcomeIds[kind]} = made.id
    ${microsites === undefined ? sql`` : sql`and outcome.microsite_id = any(${microsites}::int[])`}`
  const { rows } = await sql<{ value: string; count: number }>`
    select ${valueColumns[by]} as value, count(*) as count from (${made[kind](scope)}) made ${outcomes}
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ value, count }) => [value, count]))
}

async function namesOf(ctx: Ctx, rows: readonly Sum[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ value }) => (value === '' ? [] : Number(value)))
  if (ids.length === 0) return new Map()
  const brokers = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'name', 'company'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(brokers.map(({ id, name, company }) => [String(id), company ? `${name}, ${company}` : name]))
}
