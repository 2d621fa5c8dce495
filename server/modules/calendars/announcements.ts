import type { CalendarService } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Announcement } from '#server/providers/ports/calendars.ts'
import { expireWatches } from './calendars.store.ts'
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
  const adapter = ctx.providers.calendars[service]
  if (!adapter) return 0
  const idsOf = (tokens: readonly string[]): number[] => [
    ...new Set(tokens.slice(0, MAX_TOKENS).flatMap((token) => calendarOfToken(ctx, token) ?? [])),
  ]
  const ids = idsOf(adapter.tokensOf(announcement))
  if (ids.length === 0) return 0
  const ended = idsOf(adapter.endedTokensOf(announcement))
  if (ended.length > 0) await expireWatches(ctx, ended)
  const rows = await ctx.db
    .selectFrom('bdmCalendars')
    .select('bdmId')
    .where('id', 'in', ids)
    .where('service', '=', service)
    .where('state', '<>', 'revoked')
    .execute()
  for (const { bdmId } of rows) await enqueueReconcile(ctx, bdmId)
  return rows.length
}
