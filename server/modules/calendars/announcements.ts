import type { CalendarService } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Announcement } from '#server/providers/ports/calendars.ts'
import { enqueueReconcile } from './reconcile-calendar.ts'
import { calendarOfToken } from './watches.ts'

/** A service announces a few calendars in one request. */
const MAX_TOKENS = 100

/**
 * Enqueues the reading of calendars whose tokens an announcement names; forged tokens are ignored. @returns the number of
 * calendars
 */
export async function receiveAnnouncement(
  ctx: Ctx,
  service: CalendarService,
  announcement: Announcement,
): Promise<number> {
  const tokens = ctx.providers.calendars[service]?.tokensOf(announcement) ?? []
  const ids = new Set(tokens.slice(0, MAX_TOKENS).flatMap((token) => calendarOfToken(ctx, token) ?? []))
  if (ids.size === 0) return 0
  const rows = await ctx.db
    .selectFrom('bdmCalendars')
    .select('bdmId')
    .where('id', 'in', [...ids])
    .where('service', '=', service)
    .where('state', '<>', 'revoked')
    .execute()
  for (const { bdmId } of rows) await enqueueReconcile(ctx, bdmId)
  return rows.length
}
