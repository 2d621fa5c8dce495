import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { listBookings } from '#contract/bookings/booking-list.ts'
import type { Booking, VisitorBooking } from '#contract/bookings/bookings.ts'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import { zoneLabel } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { findSearched, isOfSearched, simulates } from '#server/modules/brokers/views.ts'
import { holds, phrasePattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { findMeeting, findMeetings, type Meeting, meetingColumns, meetingTables } from './meeting.views.ts'

/** Reveals nothing of the broker's record: the link only attributes the booking, and anybody may have it. */
export function toVisitorBooking(meeting: Meeting): VisitorBooking {
  return {
    id: meeting.id,
    status: meeting.status,
    meetingType: meeting.meetingType,
    scheduledDate: meeting.start.toISOString(),
    endsAt: meeting.end.toISOString(),
    zoneLabel: zoneLabel(meeting.start),
    attendees: meeting.attendees,
    agenda: meeting.agenda,
    bdmName: meeting.bdmName,
    confirmBy: meeting.confirmBy?.toISOString() ?? null,
  }
}

export function toBooking(meeting: Meeting): Booking {
  const { brokerId, name, company } = meeting
  return {
    ...toVisitorBooking(meeting),
    bdm: { id: meeting.bdmId, name: meeting.bdmName },
    broker: brokerId === null ? null : { id: brokerId, name, company },
    name,
    email: meeting.email,
    phone: meeting.phone,
    source: meeting.source,
    saidDate: meeting.saidStart?.toISOString() ?? null,
    callId: meeting.callId,
    test: meeting.test,
    videoLink: meeting.videoLink,
    note: meeting.note,
    reviewReason: meeting.reviewReason,
    createdAt: meeting.createdAt.toISOString(),
    simulatedAt: meeting.simulatedAt?.toISOString() ?? null,
  }
}

/** @throws AppError not_found */
export async function viewBooking(ctx: Ctx, id: number): Promise<Booking> {
  const meeting = await findMeeting(ctx, id)
  if (!meeting) throw notFound('Booking')
  return toBooking(meeting)
}

/** A BDM's booked meetings within a time, e.g. of their leave. */
export async function viewBookingsBetween(
  ctx: Ctx,
  bdmId: number,
  { from, to }: { from: Date; to: Date },
): Promise<Booking[]> {
  const meetings = await findMeetings(
    ctx,
    sql<SqlBool>`bookings.bdm_id = ${bdmId} and bookings.status in ('unconfirmed', 'booked')
      and bookings.during && tstzrange(${from}, ${to})`,
  )
  return meetings.map(toBooking)
}

type ListQuery = QueryOf<typeof listBookings>

/**
 * Searches visitors and BDMs, and the broker's record: two conditions, each with its own index, because no index serves
 * them joined by `or`. A booking may match both.
 */
async function searches(ctx: Ctx, q: string): Promise<[RawBuilder<SqlBool>, RawBuilder<SqlBool>]> {
  const wanted = [phrasePattern(q)]
  // matches the expression of the index bookings_search exactly
  const visitor = sql`fold_key(coalesce(bookings.name, '') || ' ' || coalesce(bookings.email, '') || ' ' || coalesce(bookings.phone, ''))`
  const [bdms, brokers] = await Promise.all([
    sql<{ id: number }>`select id from bdms where ${holds(sql`fold_key(name)`, wanted)}`.execute(ctx.db),
    findSearched(ctx, q),
  ])
  return [
    sql<SqlBool>`(${holds(visitor, wanted)} or bookings.bdm_id = any(${bdms.rows.map(({ id }) => id)}::int[]))`,
    isOfSearched(sql`bookings.broker_id`, q, brokers),
  ]
}

function conditions(ctx: Ctx, query: ListQuery): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [simulates(ctx) ? sql`true` : sql`not bookings.simulated`]
  const { status, bdmId, brokerId, from, to, bookedFrom, bookedTo, campaignId, region } = query
  requireDaysInOrder({ from: bookedFrom, to: bookedTo }, 'bookedTo')
  if (status === 'not_cancelled') found.push(sql`bookings.status <> 'cancelled'`)
  else if (status) found.push(sql`bookings.status = ${status}`)
  if (query.unanswered) found.push(sql`bookings.status = 'booked' and upper(bookings.during) <= ${ctx.now()}`)
  if (bdmId) found.push(sql`bookings.bdm_id = ${bdmId}`)
  if (brokerId) found.push(sql`bookings.broker_id = ${brokerId}`)
  if (from) found.push(sql`lower(bookings.during) >= ${sydneyMidnight(from)}`)
  if (to) found.push(sql`lower(bookings.during) < ${sydneyMidnight(addDays(to, 1))}`)
  if (bookedFrom) found.push(sql`bookings.created_at >= ${sydneyMidnight(bookedFrom)}`)
  if (bookedTo) found.push(sql`bookings.created_at < ${sydneyMidnight(addDays(bookedTo, 1))}`)
  if (campaignId) found.push(sql`bookings.campaign_id = ${campaignId}`)
  if (region) found.push(sql`bookings.region = ${region}`)
  if (query.test === 'false') found.push(sql`not bookings.test`)
  return found
}

/** The list of bookings, as filtered and sorted. */
export async function viewBookings(ctx: Ctx, query: ListQuery): Promise<Page<Booking>> {
  const descending = query.sort.startsWith('-')
  const by = query.sort.endsWith('createdAt') ? sql`bookings.created_at` : sql`lower(bookings.during)`
  const where = sql.join(conditions(ctx, query), sql` and `)
  const cursor = decodeCursor(query.cursor, 2)
  const than = sql.raw(descending ? '<' : '>')
  const after = cursor
    ? sql`and (${by}, bookings.id) ${than} (${String(cursor[0])}::timestamptz, ${Number(cursor[1])}::int)`
    : sql``
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const order = sql`order by ${by} ${direction}, bookings.id ${direction}`
  const searched = query.q ? await searches(ctx, query.q) : null
  /** The first so many of each search: the first of both together are among them. */
  const found = (most: number, inOrder: RawBuilder<unknown>) =>
    sql.join(
      (searched ?? [sql`true`]).map(
        (search) =>
          sql`(select bookings.id from bookings where ${where} and ${search} ${inOrder} limit ${most})`,
      ),
      sql` union `,
    )
  return readPage({
    db: ctx.db,
    matching: { limit: (most) => sql`(select from (${found(most, sql``)}) as found limit ${most})` },
    rows: {
      limit: (most) => ({
        async execute() {
          const { rows } = await sql<Meeting & { position: string }>`
            select ${meetingColumns}, (${by})::text as position from ${meetingTables}
            where bookings.id = any(array(${found(most, sql`${after} ${order}`)})) ${order} limit ${most}`.execute(
            ctx.db,
          )
          return rows
        },
      }),
    },
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toBooking,
  })
}
