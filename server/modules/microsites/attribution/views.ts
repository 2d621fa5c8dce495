import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { AttributionDimension, AttributionReport, attribution } from '#contract/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { invalid } from '#server/platform/errors.ts'
import { addDays, startOfDay, sydneyHour } from '../visits/days.ts'
import { cover } from '../visits/rollups.ts'
import { everyDay, type Period, periodOf, ranked, type Sum } from './rules.ts'

/** A booking or application is put down to the broker's last visit within these days before it. */
const CLICK_DAYS = 30

interface Scope extends Period {
  by: AttributionDimension
  micrositeId: number | undefined
  simulated: boolean
}

/** Visits by tag or broker over a period, with the meetings and applications that came of them. From rollups only. */
export async function viewAttribution(
  ctx: Ctx,
  query: QueryOf<typeof attribution>,
): Promise<AttributionReport> {
  const asked = periodOf(query, sydneyHour(ctx.now()).day)
  if (!asked.ok) throw invalid(asked.fields)
  const { by, micrositeId } = query
  const scope: Scope = { ...asked.period, by, micrositeId, simulated: simulates(ctx) }
  const [sums, days, bookings, applications] = await Promise.all([
    sumVisits(ctx, scope),
    countDays(ctx, scope),
    countLed(ctx, scope, bookingsOf(scope)),
    countLed(ctx, scope, applicationsOf(scope)),
  ])
  const { rows, others } = ranked(joined(sums, bookings, applications))
  const names = by === 'broker' ? await namesOf(ctx, rows) : null
  return {
    ...{ from: scope.from, to: scope.to, by },
    visits: [...days.values()].reduce((sum, visits) => sum + visits, 0),
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

function joined(visits: Counts, bookings: Counts, applications: Counts): Sum[] {
  const values = new Set([...visits.keys(), ...bookings.keys(), ...applications.keys()])
  return [...values].map((value) => ({
    value,
    visits: visits.get(value) ?? 0,
    bookings: bookings.get(value) ?? 0,
    applications: applications.get(value) ?? 0,
  }))
}

const ofMicrosite = (id: number | undefined): RawBuilder<boolean> =>
  id === undefined ? sql<boolean>`microsite_id is null` : sql<boolean>`microsite_id = ${id}`

/** One part for each length of span, each a piece of the index. */
async function sumVisits(ctx: Ctx, { by, micrositeId, from, to }: Scope): Promise<Counts> {
  const parts = cover(from, to).map(
    (
      range,
    ) => sql`select value, visits from visit_rollups where ${ofMicrosite(micrositeId)} and dimension = ${by}
      and days = ${range.days} and start between ${range.from} and ${range.to}`,
  )
  const { rows } = await sql<{ value: string; visits: number }>`
    select value, sum(visits) as visits from (${sql.join(parts, sql` union all `)}) parts
    group by value having sum(visits) > 0`.execute(ctx.db)
  return new Map(rows.map(({ value, visits }) => [value, Number(visits)]))
}

async function countDays(ctx: Ctx, { micrositeId, from, to }: Scope): Promise<Counts> {
  const { rows } = await sql<{ start: string; visits: number }>`
    select start, visits from visit_rollups where ${ofMicrosite(micrositeId)} and dimension = 'total' and days = 1
      and start between ${from} and ${to}`.execute(ctx.db)
  return new Map(rows.map(({ start, visits }) => [start, visits]))
}

/** What a visit may have led to: (broker_id, at), within the period. */
function bookingsOf(scope: Scope): RawBuilder<unknown> {
  return sql`select broker_id, created_at as at from bookings where status <> 'cancelled'
    and ${within(scope, sql`created_at`)} and (${scope.simulated} or not simulated)`
}

function applicationsOf(scope: Scope): RawBuilder<unknown> {
  return sql`select broker_id, submitted_at as at from applications where ${within(scope, sql`submitted_at`)}
    and (${scope.simulated} or not simulated)`
}

const within = ({ from, to }: Period, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} >= ${startOfDay(from)} and ${column} < ${startOfDay(addDays(to, 1))}`

const tagColumns = {
  source: sql`coalesce(utm_source, '')`,
  medium: sql`coalesce(utm_medium, '')`,
  campaign: sql`coalesce(utm_campaign, '')`,
  content: sql`coalesce(utm_content, '')`,
  term: sql`coalesce(utm_term, '')`,
  broker: sql`broker_id::text`,
} satisfies Record<AttributionDimension, RawBuilder<unknown>>

/**
 * How many of these each value led to. By broker: all of that broker's. By tag, or on one microsite: by the last visit
 * before it, where that carried the tag and was there.
 */
async function countLed(ctx: Ctx, { by, micrositeId }: Scope, led: RawBuilder<unknown>): Promise<Counts> {
  const query =
    by === 'broker' && micrositeId === undefined
      ? sql`select coalesce(broker_id::text, '') as value from (${led}) led`
      : sql`select click.value from (${led}) led cross join lateral (
          select ${tagColumns[by]} as value, microsite_id from visits where visits.broker_id = led.broker_id
            and visits.at <= led.at and visits.at > led.at - make_interval(days => ${CLICK_DAYS})
          order by visits.at desc limit 1) click
        ${micrositeId === undefined ? sql`` : sql`where click.microsite_id = ${micrositeId}`}`
  const { rows } = await sql<{ value: string; count: number }>`
    select value, count(*) as count from (${query}) led group by value`.execute(ctx.db)
  return new Map(rows.map(({ value, count }) => [value, count]))
}

async function namesOf(ctx: Ctx, rows: readonly Sum[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ value }) => (value === '' ? [] : Number(value)))
  if (ids.length === 0) return new Map()
  const brokers = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'name', 'company'])
    .where('id', 'in', ids)
    .execute()
  return new Map(brokers.map(({ id, name, company }) => [String(id), company ? `${name}, ${company}` : name]))
}
