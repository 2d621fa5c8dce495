import { sql } from 'kysely'
import type { Bdm } from '#contract/bookings/bdms.ts'
import type { ConnectedCalendar } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'

interface Row extends Omit<Bdm, 'calendarUrl' | 'busyFeed' | 'connectedCalendar' | 'createdAt'> {
  connected: (Omit<ConnectedCalendar, 'connectedAt' | 'readAt' | 'failingSince'> & Times) | null
  feedToken: string
  busyFeedReadAt: Date | null
  busyFeedError: string | null
  busyFeedFailingSince: Date | null
  busyFeedSkipped: { entry: string; reason: string }[]
  busyEvents: number
  createdAt: Date
}

/** As PostgreSQL writes them into JSON. */
interface Times {
  connectedAt: string
  readAt: string | null
  failingSince: string | null
}

async function load(ctx: Ctx, id: number | null): Promise<Bdm[]> {
  const { rows } = await sql<Row>`
    select bdms.id, bdms.name, bdms.email, bdms.phone, bdms.call_hours, bdms.timezone, bdms.video_link, bdms.active, bdms.regions, bdms.hours,
           bdms.blocks, bdms.feed_token, bdms.busy_feed_url, bdms.busy_feed_read_at, bdms.busy_feed_error,
           bdms.busy_feed_failing_since, bdms.busy_feed_skipped, bdms.tentative_is_busy, bdms.created_at,
           (select count(*)::int from bdm_absences a where a.bdm_id = bdms.id and a.kind = 'feed') as busy_events,
           (select json_build_object('service', c.service, 'label', c.label, 'state', c.state, 'connectedAt', c.connected_at,
                'readAt', c.read_at, 'error', c.last_error, 'failingSince', c.failing_since)
              from bdm_calendars c where c.bdm_id = bdms.id) as connected,
           (select count(*)::int from bookings b where b.bdm_id = bdms.id and b.status = 'booked'
              and lower(b.during) > ${ctx.now()}) as upcoming,
           coalesce((select json_agg(json_build_object('id', a.id, 'from', lower(a.during), 'to', upper(a.during),
                                                       'reason', a.reason) order by lower(a.during))
              from bdm_absences a where a.bdm_id = bdms.id and a.kind = 'leave'
                and upper(a.during) > ${ctx.now()}), '[]') as leave
    from bdms where ${id === null ? sql`true` : sql`bdms.id = ${id}`}
    order by bdms.active desc, lower(bdms.name), bdms.id`.execute(ctx.db)
  return rows.map((row) => toBdm(ctx, row))
}

function toBdm(ctx: Ctx, row: Row): Bdm {
  const { feedToken, busyFeedReadAt, busyFeedError, busyEvents, createdAt, ...rest } = row
  const { busyFeedFailingSince, busyFeedSkipped: skipped, connected, ...bdm } = rest
  // the addresses open calendars, so only those who may change calendars see them
  const mayOpen = can(ctx.actor, 'bookings.write')
  const readAt = busyFeedReadAt?.toISOString() ?? null
  return {
    ...bdm,
    leave: bdm.leave.map((leave) => ({ ...leave, from: iso(leave.from), to: iso(leave.to) })),
    calendarUrl: mayOpen ? `${ctx.providers.publicUrl}/calendar/${feedToken}.ics` : null,
    busyFeedUrl: mayOpen ? bdm.busyFeedUrl : null,
    busyFeed: bdm.busyFeedUrl
      ? {
          ...{ readAt, error: busyFeedError, events: busyEvents, skipped },
          failingSince: busyFeedFailingSince?.toISOString() ?? null,
        }
      : null,
    connectedCalendar: connected && {
      ...connected,
      connectedAt: iso(connected.connectedAt),
      readAt: connected.readAt && iso(connected.readAt),
      failingSince: connected.failingSince && iso(connected.failingSince),
    },
    createdAt: createdAt.toISOString(),
  }
}

/** Normalises to UTC, because PostgreSQL writes the session's offset into JSON. */
const iso = (text: string): string => new Date(text).toISOString()

/** Active ones first, by name; past leave is omitted. */
export async function viewBdms(ctx: Ctx): Promise<Bdm[]> {
  return load(ctx, null)
}

/** @throws AppError not_found */
export async function viewBdm(ctx: Ctx, id: number): Promise<Bdm> {
  const [bdm] = await load(ctx, id)
  if (!bdm) throw notFound('BDM')
  return bdm
}
