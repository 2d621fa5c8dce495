import { sql } from 'kysely'
import type { listOwnBookings, OwnBooking } from '#contract/accreditations/portal.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { foldKey } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { changeProblem } from '#server/modules/bookings/change-booking.rules.ts'
import { manageUrl } from '#server/modules/bookings/manage-link.ts'
import { type Meeting, meetingColumns, meetingTables } from '#server/modules/bookings/meeting.views.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { decodeCursor, notOurCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

interface Position {
  /** When the first page was read, so that upcoming meetings stay upcoming on later pages. */
  now: string
  /** 0 for upcoming, 1 for past or cancelled. */
  part: number
  /** Ascending in both parts: the start for upcoming meetings, the negated start for past ones. */
  rank: number
  id: number
}

/** A broker's own meetings: upcoming ones, soonest first, then past and cancelled ones, latest first. */
export async function viewOwnBookings(
  ctx: Ctx,
  query: QueryOf<typeof listOwnBookings>,
): Promise<Page<OwnBooking>> {
  const { brokerId } = requireBroker(ctx)
  const after = positionOf(query.cursor)
  const now = after?.now ?? ctx.now().toISOString()
  const pattern = containing(foldKey(query.q ?? ''))
  const own = sql`bookings.broker_id = ${brokerId} and not bookings.test
    and (not bookings.simulated or ${simulates(ctx)})
    and fold_key(concat_ws(' ', bdms.name, replace(bookings.meeting_type, '-', ' '), bookings.agenda)) like ${pattern}`
  const part = sql`case when bookings.status in ('unconfirmed', 'booked') and upper(bookings.during) > ${now}::timestamptz then 0 else 1 end`
  const start = sql`extract(epoch from lower(bookings.during))::float8`
  const rank = sql`case ${part} when 0 then ${start} else -${start} end`
  const from = after
    ? sql`and (${part}, ${rank}, bookings.id) > (${after.part}::int, ${after.rank}::float8, ${after.id}::int)`
    : sql``
  return readPage({
    db: ctx.db,
    matching: { limit: (max) => sql`(select from ${meetingTables} where ${own} limit ${max})` },
    rows: {
      limit: (max) => ({
        async execute() {
          const { rows } = await sql<Meeting & { part: number; rank: number }>`
            select ${meetingColumns}, ${part} as part, ${rank} as rank from ${meetingTables}
            where ${own} ${from} order by part, rank, bookings.id limit ${max}`.execute(ctx.db)
          return rows
        },
      }),
    },
    limit: query.limit,
    counting: query.total,
    cursor: (row) => [now, row.part, row.rank, row.id],
    item: (meeting) => toOwnBooking(ctx, meeting),
  })
}

function positionOf(cursor: string | undefined): Position | null {
  const values = decodeCursor(cursor, 4)
  if (!values) return null
  const [now, part, rank, id] = values
  const valid =
    typeof now === 'string' &&
    !Number.isNaN(Date.parse(now)) &&
    typeof part === 'number' &&
    typeof rank === 'number' &&
    typeof id === 'number'
  if (!valid) throw notOurCursor()
  return { now, part, rank, id }
}

function toOwnBooking(ctx: Ctx, meeting: Meeting): OwnBooking {
  const { id, start, end, meetingType, attendees, agenda, status, bdmName, videoLink, zone } = meeting
  return {
    ...{ id, meetingType, attendees, agenda, status, bdmName, zone },
    scheduledDate: start.toISOString(),
    endsAt: end.toISOString(),
    videoLink: status === 'cancelled' || status === 'unconfirmed' ? null : videoLink,
    manageUrl: changeProblem(meeting, ctx.now()) === null ? manageUrl(ctx, meeting) : null,
  }
}
