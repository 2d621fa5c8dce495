import type { Ctx } from '#server/ctx.ts'
import { storeCalendarTimes } from '#server/modules/bookings/calendar-writes.ts'
import type { CalendarChanges, CalendarEntry } from '#server/providers/ports/calendars.ts'
import { type CalendarRow, changeCalendar, lockCalendar } from './calendars.store.ts'
import { adoptEntry, findOwnSpans, removeEntries, upsertOwnEntries } from './entries.store.ts'
import type { OpenCalendar } from './link.ts'
import { findMeetingsWithUids } from './synced-meetings.views.ts'

const DAY_MS = 86_400_000
/** Bookings are made up to 60 days ahead. */
const LEAST_DAYS = 62
const READ_DAYS = 90

/**
 * Reads what changed in a calendar, and stores it with the busy times and the cursor in one transaction. Everything is read
 * once a day, which also moves the window. @returns false where the calendar was disconnected meanwhile @throws CalendarFault
 */
export async function pull(ctx: Ctx, { row, service, link }: OpenCalendar): Promise<boolean> {
  const now = ctx.now()
  const isWholeDue = !row.wholeReadAt || now.getTime() - row.wholeReadAt.getTime() >= DAY_MS
  const reaches = row.readTo && row.readTo.getTime() - now.getTime() >= LEAST_DAYS * DAY_MS
  const cursor = isWholeDue || !reaches ? null : row.cursor
  const to = cursor === null || !row.readTo ? new Date(now.getTime() + READ_DAYS * DAY_MS) : row.readTo
  const { email, tentativeIsBusy } = await ctx.db
    .selectFrom('bdms')
    .select(['email', 'tentativeIsBusy'])
    .where('id', '=', row.bdmId)
    .executeTakeFirstOrThrow()
  const window = { from: new Date(now.getTime() - DAY_MS), to }
  const changes = await service.changes(link, { cursor, window, email, tentativeIsBusy })
  return ctx.tx(async (tx) => {
    const current = await lockCalendar(tx, row.id)
    if (!current || current.state === 'revoked') return false
    // an option that was changed meanwhile starts the reading again
    const isStale = cursor !== null && current.cursor !== row.cursor
    await storeChanges(tx, current, changes)
    const whole = changes.isWhole ? { wholeReadAt: now, readTo: to } : {}
    await changeCalendar(tx, row.id, { cursor: isStale ? null : changes.cursor, readAt: now, ...whole })
    // screens show that it was read, and when
    if (!row.readAt) tx.changed('bookings')
    return true
  })
}

async function storeChanges(
  tx: Ctx,
  { id, bdmId, readAt }: CalendarRow,
  { isWhole, changed, removed }: CalendarChanges,
): Promise<void> {
  const before = await findOwnSpans(tx, id)
  await removeEntries(tx, id, isWhole ? { except: changed.map((entry) => entry.id) } : { ids: removed })
  const uids = changed.flatMap(({ meetingUid }) => meetingUid ?? [])
  const meetings = await findMeetingsWithUids(tx, uids)
  const own: CalendarEntry[] = []
  for (const entry of changed) {
    const bookingId = entry.meetingUid === null ? undefined : meetings.get(entry.meetingUid)
    // a copy of a meeting's entry is an entry of the person
    if (bookingId === undefined || !(await adoptEntry(tx, { calendarId: id, bookingId, entry })))
      own.push(entry)
  }
  await upsertOwnEntries(tx, id, own)
  const after = await findOwnSpans(tx, id)
  // the first read replaces the times of what was read before, e.g. of an address
  if (readAt === null || JSON.stringify(before) !== JSON.stringify(after))
    await storeCalendarTimes(tx, bdmId, after)
}
