import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { CampaignCredit } from '#server/modules/brokers/credit.views.ts'
import { readCameFrom } from './came-from.rules.ts'

/**
 * A booking or application is attributed to the visit whose page led to it, with or without a broker; else to the broker's
 * last visit within this many days before it.
 */
const CLICK_DAYS = 30

const tables = {
  booking: {
    column: sql.ref('booking_id'),
    table: sql.table('bookings'),
    // meetings of test calls are credited to no page
    outcome: sql`select id, broker_id, created_at as at from bookings where not test`,
  },
  application: {
    column: sql.ref('application_id'),
    table: sql.table('applications'),
    outcome: sql`select id, broker_id, submitted_at as at from applications`,
  },
} as const
export type OutcomeKind = keyof typeof tables

async function insertOutcomes(
  ctx: Ctx,
  kind: OutcomeKind,
  outcome: RawBuilder<unknown>,
): Promise<CampaignCredit[]> {
  const { rows } = await sql<CampaignCredit>`
    with added as (
      insert into visit_outcomes (${tables[kind].column}, microsite_id, visited_at, utm_source, utm_medium,
        utm_campaign, utm_content, utm_term)
      select outcome.id, microsite_id, click.at, utm_source, utm_medium, utm_campaign, utm_content, utm_term
      from (${outcome}) outcome cross join lateral (
        select * from visits where visits.broker_id = outcome.broker_id and visits.at <= outcome.at
          and visits.at > outcome.at - make_interval(days => ${CLICK_DAYS})
        order by visits.at desc limit 1) click
      on conflict do nothing returning *)
    ${creditsOf(kind)}`.execute(ctx.db)
  return rows
}

/** Of the rows `added`: only the first attribution of a booking or application is one. */
const creditsOf = (kind: OutcomeKind) => sql`
  select added.${tables[kind].column} as id, microsites.campaign_id from added
  join microsites on microsites.id = added.microsite_id where microsites.campaign_id is not null`

/** Attributes a new booking or application to a visit; the first attribution stays. @returns the campaigns to credit */
export async function insertOutcome(ctx: Ctx, kind: OutcomeKind, id: number): Promise<CampaignCredit[]> {
  const outcome = sql`select id, broker_id, ${ctx.now()}::timestamptz as at from (${tables[kind].outcome}) all_of_them
    where id = ${id}`
  return (await insertCameFrom(ctx, kind, id)) ?? insertOutcomes(ctx, kind, outcome)
}

/** @returns null: the microsite that led to it is not there */
async function insertCameFrom(ctx: Ctx, kind: OutcomeKind, id: number): Promise<CampaignCredit[] | null> {
  const { rows } = await sql<{ cameFrom: string | null }>`
    select came_from from ${tables[kind].table} where id = ${id}`.execute(ctx.db)
  const from = readCameFrom(rows[0]?.cameFrom ?? null)
  if (!from) return null
  const { source, medium, campaign, content, term } = from.tags
  const site = await ctx.db
    .selectFrom('microsites')
    .select('id')
    .where('slug', '=', from.slug)
    .executeTakeFirst()
  if (!site) return null
  const { rows: credits } = await sql<CampaignCredit>`
    with added as (
      insert into visit_outcomes (${tables[kind].column}, microsite_id, visited_at, utm_source, utm_medium,
        utm_campaign, utm_content, utm_term)
      values (${id}, ${site.id}, ${ctx.now()}, ${source}, ${medium}, ${campaign}, ${content}, ${term})
      on conflict do nothing returning *)
    ${creditsOf(kind)}`.execute(ctx.db)
  return credits
}

/** Attributes all past bookings and applications, for visits added later. @returns the campaigns to credit */
export const insertPastOutcomes = (ctx: Ctx, kind: OutcomeKind): Promise<CampaignCredit[]> =>
  insertOutcomes(ctx, kind, tables[kind].outcome)
