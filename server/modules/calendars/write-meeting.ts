import type { Ctx } from '#server/ctx.ts'
import { keepServiceLink } from '#server/modules/bookings/calendar-writes.ts'
import { meetingForCalendar } from '#server/modules/bookings/invitation.ts'
import { getMeeting } from '#server/modules/bookings/meeting.views.ts'
import { CalendarFault, type KeptEntry, type WrittenEntry } from '#server/providers/ports/calendars.ts'
import { lockCalendar } from './calendars.store.ts'
import {
  adoptEntry,
  changeMeetingEntry,
  deleteMeetingEntry,
  ensureMeetingEntry,
  findMeetingEntry,
  lockMeetingEntry,
  type MeetingEntry,
} from './entries.store.ts'
import type { OpenCalendar } from './link.ts'
import { type Time, type Write, writeOf } from './merge-entry.rules.ts'
import { findSyncedMeeting, type SyncedMeeting } from './synced-meetings.views.ts'

interface Planned {
  entry: MeetingEntry
  write: Extract<Write, 'put' | 'remove'>
  meeting: SyncedMeeting
}

/** Writes a meeting into a calendar, or removes it, where the two differ. @throws CalendarFault */
export async function writeMeeting(ctx: Ctx, calendar: OpenCalendar, bookingId: number): Promise<void> {
  await adoptUnrecorded(ctx, calendar, bookingId)
  const planned = await ctx.tx((tx) => plan(tx, calendar, bookingId))
  if (!planned) return
  const { entry, write, meeting } = planned
  const { service, link } = calendar
  const kept: KeptEntry | null = entry.entryId === null ? null : { id: entry.entryId, etag: entry.etag ?? '' }
  if (write === 'remove') {
    if (kept) await service.removeMeeting(link, kept)
    return ctx.tx((tx) => deleteMeetingEntry(tx, entry.id))
  }
  const facts = await getMeeting(ctx, bookingId)
  const url = `${ctx.providers.publicUrl}/bookings?booking=${bookingId}`
  const written = await service.putMeeting(
    link,
    {
      ...meetingForCalendar(facts, { url, serviceLink: meeting.serviceVideoLink }),
      ...{ start: meeting.start, end: meeting.end },
    },
    kept,
  )
  await ctx.tx((tx) => record(tx, calendar, { planned, bookingId, written }))
}

/**
 * A process may die between making an entry and storing its id. If the person then moves it out of the window of `changes`, no
 * read names it, and another write would undo their change unseen: it is looked for, and dealt with first.
 * @throws CalendarFault `changed` where there is one
 */
async function adoptUnrecorded(
  ctx: Ctx,
  { row, service, link }: OpenCalendar,
  bookingId: number,
): Promise<void> {
  const listed = await findMeetingEntry(ctx, { calendarId: row.id, bookingId })
  if (!listed?.sent?.time || listed.entryId !== null) return
  const { uid } = await getMeeting(ctx, bookingId)
  const entry = await service.findMeeting(link, uid)
  if (!entry) return
  await ctx.tx((tx) => adoptEntry(tx, { calendarId: row.id, bookingId, entry }))
  throw new CalendarFault('changed', 'The entry of a meeting was made before, and its id was not stored.')
}

/** Stores the intention before the request: a later read tells our own write from a change of the person by it. */
async function plan(tx: Ctx, { row }: OpenCalendar, bookingId: number): Promise<Planned | null> {
  if (!(await lockCalendar(tx, row.id))) return null
  const meeting = await findSyncedMeeting(tx, { bookingId, bdmId: row.bdmId })
  const entry = await lockMeetingEntry(tx, await ensureMeetingEntry(tx, row.id, bookingId))
  if (!meeting || !entry) return null
  const write = writeOf({ now: tx.now(), meeting, seen: entry.seen, wrote: entry.wrote })
  if (write === 'forget') await deleteMeetingEntry(tx, entry.id)
  if (write === 'forget' || write === 'none') return null
  const time = write === 'put' ? { start: meeting.start, end: meeting.end } : null
  await changeMeetingEntry(tx, entry.id, { sent: { time, sequence: meeting.sequence } })
  return { entry, write, meeting }
}

interface Result {
  planned: Planned
  bookingId: number
  written: WrittenEntry
}

async function record(
  tx: Ctx,
  { row }: OpenCalendar,
  { planned: { entry, meeting }, bookingId, written }: Result,
): Promise<void> {
  const time: Time = { start: meeting.start, end: meeting.end }
  let { sequence } = meeting
  const now = await findSyncedMeeting(tx, { bookingId, bdmId: row.bdmId })
  const isCurrent = now?.sequence === sequence && now.isHere
  if (written.videoLink && isCurrent && written.videoLink !== now.serviceVideoLink) {
    sequence = await keepServiceLink(tx, bookingId, written.videoLink)
  }
  await changeMeetingEntry(tx, entry.id, {
    ...{ entryId: written.id, etag: written.etag, spans: [{ from: time.start, to: time.end }] },
    ...{ seen: time, sent: null, wrote: { start: time.start, sequence }, listed: false },
  })
}
