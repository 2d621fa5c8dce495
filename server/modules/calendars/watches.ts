import { CALENDAR_ANNOUNCEMENTS } from '#contract/bookings/calendar-connections.ts'
import type { Ctx } from '#server/ctx.ts'
import { readToken, signToken } from '#server/platform/crypto/token.ts'
import { CalendarFault, type WatchedCalendar } from '#server/providers/ports/calendars.ts'
import { type CalendarRow, changeCalendar } from './calendars.store.ts'
import type { OpenCalendar } from './link.ts'

const HOUR_MS = 3_600_000
const RENEW_BEFORE_MS = 24 * HOUR_MS
const TRY_EVERY_MS = HOUR_MS
const PURPOSE = 'calendar'
const TOKEN_YEARS = 20

/** The same for the life of the connection: a service keeps the one it was given first. */
function tokenOf(ctx: Ctx, { id, connectedAt }: CalendarRow): string {
  const expires = new Date(connectedAt)
  expires.setUTCFullYear(expires.getUTCFullYear() + TOKEN_YEARS)
  return signToken(ctx.providers.secret, { purpose: PURPOSE, id }, expires)
}

/** The calendar of a token; null for a forged one. */
export const calendarOfToken = (ctx: Ctx, token: string): number | null =>
  readToken(ctx.providers.secret, PURPOSE, token, ctx.now())

export const watchedOf = ({
  watchId,
  watchResource,
  watchExpiresAt,
}: Pick<CalendarRow, 'watchId' | 'watchResource' | 'watchExpiresAt'>): WatchedCalendar | null =>
  watchId !== null && watchResource !== null && watchExpiresAt !== null
    ? { id: watchId, resource: watchResource, expiresAt: watchExpiresAt }
    : null

/** Has changes announced where the service can. Without announcements the calendar is read every minute, so a failure is only logged. */
export async function ensureWatch(ctx: Ctx, { row, service, link }: OpenCalendar): Promise<void> {
  const now = ctx.now()
  const watched = watchedOf(row)
  if (watched && watched.expiresAt.getTime() - now.getTime() > RENEW_BEFORE_MS) return
  if (row.watchTriedAt && now.getTime() - row.watchTriedAt.getTime() < TRY_EVERY_MS) return
  const made = await service
    .watch(link, {
      address: `${ctx.providers.publicUrl}${CALENDAR_ANNOUNCEMENTS}/${row.service}`,
      token: tokenOf(ctx, row),
      watched,
    })
    .catch((error: unknown) => {
      if (!(error instanceof CalendarFault)) throw error
      ctx.log.warn({ err: error, bdmId: row.bdmId }, 'changes of a calendar are not announced')
      // an announcement that still arrives is good, until it expires
      return watched && watched.expiresAt > now ? watched : null
    })
  await changeCalendar(ctx, row.id, {
    ...{ watchId: made?.id ?? null, watchResource: made?.resource ?? null },
    ...{ watchExpiresAt: made?.expiresAt ?? null, watchTriedAt: now },
  })
}
