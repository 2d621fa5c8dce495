import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/**
 * A booking or application is attributed to the visit whose page led to it, with or without a broker; else to the broker's
 * last visit within this many days before it.
 */
const CLICK_DAYS = 30

const tables = {
  booking: {
    column: sql.ref('booking_id'),
    outcome: sql`select id, broker_id, created_at as at, came_from from bookings`,
  },
  application: {
    column: sql.ref('application_id'),
    outcome: sql`select id, broker_id, submitted_at as at, came_from from applications`,
  },
} as const
export type OutcomeKind = keyof typeof tables

async function insertOutcomes(ctx: Ctx, kind: OutcomeKind, outcome: RawBuilder<unknown>): Promise<void> {
  await sql`insert into visit_outcomes (${tables[kind].column}, microsite_id, visited_at, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term)
    select outcome.id, microsite_id, click.at, utm_source, utm_medium, utm_campaign, utm_content, utm_term
    from (${outcome}) outcome cross join lateral (
      (select id as microsite_id, outcome.at, came_from ->> 'source' as utm_source, came_from ->> 'medium' as utm_medium,
        came_from ->> 'campaign' as utm_campaign, came_from ->> 'content' as utm_content, came_from ->> 'term' as utm_term,
        1 as rank
      from microsites where id = (outcome.came_from ->> 'microsite')::int)
      union all
      (select microsite_id, at, utm_source, utm_medium, utm_campaign, utm_content, utm_term, 2 as rank
      from visits where visits.broker_id = outcome.broker_id and visits.at <= outcome.at
        and visits.at > outcome.at - make_interval(days => ${CLICK_DAYS})
      order by visits.at desc limit 1)
      order by rank limit 1) click
    on conflict do nothing`.execute(ctx.db)
}

/** Attributes a new booking or application to a visit; the first attribution stays. */
export async function recordOutcome(ctx: Ctx, kind: OutcomeKind, id: number): Promise<void> {
  const outcome = sql`select id, broker_id, ${ctx.now()}::timestamptz as at, came_from from (${tables[kind].outcome}) all_of_them
    where id = ${id}`
  await insertOutcomes(ctx, kind, outcome)
  ctx.changed('attribution')
}

/** Attributes all past bookings and applications, for visits added later. */
export async function recordPastOutcomes(ctx: Ctx): Promise<void> {
  await insertOutcomes(ctx, 'booking', tables.booking.outcome)
  await insertOutcomes(ctx, 'application', tables.application.outcome)
}
