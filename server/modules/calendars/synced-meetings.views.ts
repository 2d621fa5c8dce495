import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { ERASED_PERSON } from '#server/modules/accounts/erase-from-audit.rules.ts'
import { REMOVED } from '#server/modules/bookings/kept-bookings.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import type { MeetingFacts } from './merge-entry.rules.ts'

/** The bookings of these UIDs. */
export async function findMeetingsWithUids(ctx: Ctx, uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; uid: string }>`
    select id, uid from bookings where uid = any(${uids}::text[])`.execute(ctx.db)
  return new Map(rows.map(({ id, uid }) => [uid, id]))
}

/** The calendar of the BDM is to show the meeting: it is theirs, its person is not erased, and it is no simulated one of before. */
const isHere = (ctx: Ctx, bdmId: number): RawBuilder<boolean> => sql`
  (b.bdm_id = ${bdmId} and b.name <> all(array[${ERASED_PERSON}, ${REMOVED}])
    and ${simulates(ctx) ? sql`true` : sql`not b.simulated`})`

export interface SyncedMeeting extends MeetingFacts {
  serviceVideoLink: string | null
}

const meetingColumns = (ctx: Ctx, bdmId: number): RawBuilder<unknown> => sql`
  b.status, lower(b.during) as start, upper(b.during) as end, b.sequence, ${isHere(ctx, bdmId)} as is_here,
  b.service_video_link`

export async function findSyncedMeeting(
  ctx: Ctx,
  { bookingId, bdmId }: { bookingId: number; bdmId: number },
): Promise<SyncedMeeting | undefined> {
  const { rows } = await sql<SyncedMeeting>`
    select ${meetingColumns(ctx, bdmId)} from bookings b where b.id = ${bookingId}`.execute(ctx.db)
  return rows[0]
}

/**
 * Meetings whose entry in a calendar may differ from them: those ahead, and those with an entry. An entry of a meeting that
 * has been over for a day stays as it is, unless the meeting is gone or its person is erased.
 */
export async function findMeetingsToCompare(
  ctx: Ctx,
  { id, bdmId }: { id: number; bdmId: number },
): Promise<Map<number, SyncedMeeting>> {
  const { rows } = await sql<SyncedMeeting & { id: number }>`
    select b.id, ${meetingColumns(ctx, bdmId)} from bookings b where b.id in (
      select b.id from bookings b
        where b.bdm_id = ${bdmId} and b.status = 'booked' and upper(b.during) > ${ctx.now()}
      union
      select b.id from bdm_calendar_entries e join bookings b on b.id = e.booking_id
        where e.calendar_id = ${id} and (b.status in ('cancelled', 'unconfirmed') or not ${isHere(ctx, bdmId)}
          or upper(b.during) > ${ctx.now()}::timestamptz - interval '1 day'))
    order by b.id`.execute(ctx.db)
  return new Map(rows.map(({ id: bookingId, ...meeting }) => [bookingId, meeting]))
}
