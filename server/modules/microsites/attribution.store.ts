import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** A booking or application is put down to the broker's last visit within these days before it. */
const CLICK_DAYS = 30

const tables = {
  booking: { column: sql.ref('booking_id'), made: sql`select id, broker_id, created_at as at from bookings` },
  application: {
    column: sql.ref('application_id'),
    made: sql`select id, broker_id, submitted_at as at from applications`,
  },
} as const
export type OutcomeKind = keyof typeof tables

async function settle(ctx: Ctx, kind: OutcomeKind, made: RawBuilder<unknown>): Promise<void> {
  await sql`insert into visit_outcomes (${tables[kind].column}, microsite_id, visited_at, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term)
    select made.id, microsite_id, click.at, utm_source, utm_medium, utm_campaign, utm_content, utm_term
    from (${made}) made cross join lateral (
      select * from visits where visits.broker_id = made.broker_id and visits.at <= made.at
        and visits.at > made.at - make_interval(days => ${CLICK_DAYS})
      order by visits.at desc limit 1) click
    on conflict do nothing`.execute(ctx.db)
}

/** Keeps which visit led to a booking or application that is made just now; the first answer stays. */
export async function recordOutcome(ctx: Ctx, kind: OutcomeKind, id: number): Promise<void> {
  const made = sql`select id, broker_id, ${ctx.now()}::timestamptz as at from (${tables[kind].made}) all_of_them
    where id = ${id}`
  await settle(ctx, kind, made)
  ctx.changed('attribution')
}

/** The same for all that were made in the past, where visits are written afterwards. */
export async function recordPastOutcomes(ctx: Ctx): Promise<void> {
  await settle(ctx, 'booking', tables.booking.made)
  await settle(ctx, 'application', tables.application.made)
}
