import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
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

async function insertOutcomes(ctx: Ctx, kind: OutcomeKind, outcome: RawBuilder<unknown>): Promise<void> {
  await sql`insert into visit_outcomes (${tables[kind].column}, microsite_id, visited_at, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term)
    select outcome.id, microsite_id, click.at, utm_source, utm_medium, utm_campaign, utm_content, utm_term
    from (${outcome}) outcome cross join lateral (
      select * from visits where visits.broker_id = outcome.broker_id and visits.at <= outcome.at
        and visits.at > outcome.at - make_interval(days => ${CLICK_DAYS})
      order by visits.at desc limit 1) click
    on conflict do nothing`.execute(ctx.db)
}

/** Attributes a new booking or application to a visit; the first attribution stays. */
export async function recordOutcome(ctx: Ctx, kind: OutcomeKind, id: number): Promise<void> {
  if (!(await recordCameFrom(ctx, kind, id))) {
    const outcome = sql`select id, broker_id, ${ctx.now()}::timestamptz as at from (${tables[kind].outcome}) all_of_them
      where id = ${id}`
    await insertOutcomes(ctx, kind, outcome)
  }
}

/** @returns whether the microsite that led to it is there */
async function recordCameFrom(ctx: Ctx, kind: OutcomeKind, id: number): Promise<boolean> {
  const { rows } = await sql<{ cameFrom: string | null }>`
    select came_from from ${tables[kind].table} where id = ${id}`.execute(ctx.db)
  const from = readCameFrom(rows[0]?.cameFrom ?? null)
  if (!from) return false
  const { source, medium, campaign, content, term } = from.tags
  const site = await ctx.db
    .selectFrom('microsites')
    .select('id')
    .where('slug', '=', from.slug)
    .executeTakeFirst()
  if (!site) return false
  await sql`insert into visit_outcomes (${tables[kind].column}, microsite_id, visited_at, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term)
    values (${id}, ${site.id}, ${ctx.now()}, ${source}, ${medium}, ${campaign}, ${content}, ${term})
    on conflict do nothing`.execute(ctx.db)
  return true
}

/** Attributes all past bookings and applications, for visits added later. */
export async function recordPastOutcomes(ctx: Ctx): Promise<void> {
  await insertOutcomes(ctx, 'booking', tables.booking.outcome)
  await insertOutcomes(ctx, 'application', tables.application.outcome)
}
