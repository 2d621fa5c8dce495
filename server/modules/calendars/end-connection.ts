import type { Ctx } from '#server/ctx.ts'
import { type CalendarRow, deleteCalendar } from './calendars.store.ts'
import { type EntryToRemove, insertDisconnection } from './disconnections.store.ts'
import { findMeetingEntries } from './entries.store.ts'
import { writeOf } from './merge-entry.rules.ts'
import { findMeetingsToCompare } from './synced-meetings.views.ts'

/** A service that cannot be used is tried for this long. */
const TRY_MS = 86_400_000

/**
 * Deletes a connection, and stores what is to be cleared at its service. A revoked one gives no access any more, or is of
 * another installation, whose entries and permission stay. Only inside `ctx.tx`.
 */
export async function endConnection(
  tx: Ctx,
  row: CalendarRow,
  { withdraws }: { withdraws: boolean },
): Promise<void> {
  if (row.state !== 'revoked') {
    const { bdmId, service, credentials, calendarId, label, watchId, watchResource, watchExpiresAt } = row
    await insertDisconnection(tx, {
      ...{ bdmId, service, credentials, calendarId, label, watchId, watchResource, watchExpiresAt },
      ...{ withdraws, entries: await entriesToRemove(tx, row) },
      tryUntil: new Date(tx.now().getTime() + TRY_MS),
    })
  }
  await deleteCalendar(tx, row.id)
}

/** Entries of meetings that are ahead, and those that were about to be removed. Others stay as a record. */
async function entriesToRemove(tx: Ctx, row: CalendarRow): Promise<EntryToRemove[]> {
  const now = tx.now()
  const meetings = await findMeetingsToCompare(tx, row)
  const entries = await findMeetingEntries(tx, row.id)
  const uids = await tx.db
    .selectFrom('bookings')
    .select(['id', 'uid'])
    .where('id', 'in', [0, ...entries.map(({ bookingId }) => bookingId)])
    .execute()
  const uidOf = new Map(uids.map(({ id, uid }) => [id, uid]))
  return entries.flatMap(({ bookingId, entryId, etag, seen, wrote, sent }) => {
    const [meeting, uid] = [meetings.get(bookingId), uidOf.get(bookingId)]
    if (!meeting || uid === undefined || (entryId === null && !sent?.time)) return []
    const isAhead = meeting.start > now || writeOf({ now, meeting, seen, wrote }) === 'remove'
    return isAhead ? [{ uid, id: entryId, etag: etag ?? '', start: seen?.start ?? null }] : []
  })
}
