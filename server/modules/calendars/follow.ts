import type { Ctx } from '#server/ctx.ts'
import { cancelByBdm, lockMeeting, moveByBdm } from '#server/modules/bookings/change-by-bdm.ts'
import { lockCalendar } from './calendars.store.ts'
import { changeMeetingEntry, lockMeetingEntry, type MeetingEntry } from './entries.store.ts'
import type { OpenCalendar } from './link.ts'
import {
  type Decision,
  decide,
  type EntryTime,
  type RefusalReason,
  timeOfEntry,
} from './merge-entry.rules.ts'
import { refuseChange } from './refuse-change.ts'
import { findSyncedMeeting, type SyncedMeeting } from './synced-meetings.views.ts'

const decideFor = (ctx: Ctx, meeting: SyncedMeeting, { spans, seen, wrote, sent }: MeetingEntry): Decision =>
  decide({ now: ctx.now(), meeting, entry: timeOfEntry(spans), seen, wrote, sent })

/**
 * Lets a meeting follow the change that its BDM made to the entry. The entry is read once more before: a list of changes may
 * be late, or leave out an entry outside its window. After a write whose result is not recorded it is read in any case.
 * @throws CalendarFault
 */
export async function followEntry(
  ctx: Ctx,
  { row, service, link }: OpenCalendar,
  { listed, meeting }: { listed: MeetingEntry; meeting: SyncedMeeting },
): Promise<void> {
  const { id, bookingId, entryId, sent } = listed
  const isUnrecorded = entryId !== null && sent !== null
  if (!isUnrecorded && decideFor(ctx, meeting, listed).do === 'nothing') return
  const found = entryId === null ? null : await service.readMeeting(link, entryId)
  await ctx.tx(async (tx) => {
    const booking = await lockMeeting(tx, bookingId)
    if (!(await lockCalendar(tx, row.id))) return
    const entry = await lockMeetingEntry(tx, id)
    if (entry?.entryId !== entryId) return
    const spans = found?.spans ?? []
    const current = { entryId: found ? entryId : null, etag: found?.etag ?? null, spans }
    await changeMeetingEntry(tx, id, current)
    const now = await findSyncedMeeting(tx, { bookingId, bdmId: row.bdmId })
    if (!now) return
    const decision = decideFor(tx, now, { ...entry, ...current })
    await apply(tx, { decision, entry, time: timeOfEntry(spans), meeting: now, booking, bdmId: row.bdmId })
  })
}

interface Following {
  decision: Decision
  entry: MeetingEntry
  time: EntryTime
  meeting: SyncedMeeting
  booking: Awaited<ReturnType<typeof lockMeeting>>
  bdmId: number
}

async function apply(tx: Ctx, following: Following): Promise<void> {
  const { decision, entry, time, meeting, booking, bdmId } = following
  const { id, bookingId } = entry
  switch (decision.do) {
    case 'nothing':
      return
    case 'sent':
      return settleSent(tx, entry)
    case 'agree':
      return changeMeetingEntry(tx, id, {
        ...{ seen: time, sent: null },
        wrote: { start: meeting.start, sequence: null },
      })
    case 'note':
      return changeMeetingEntry(tx, id, { seen: time, sent: null })
    case 'cancel':
      await cancelByBdm(tx, booking)
      return changeMeetingEntry(tx, id, { seen: null, sent: null })
    case 'refuse':
      return refuse(tx, following, decision.reason)
    case 'move': {
      const reason = await moveByBdm(tx, booking, decision.start)
      if (reason) return refuse(tx, following, reason)
      const moved = await findSyncedMeeting(tx, { bookingId, bdmId })
      return changeMeetingEntry(tx, id, { seen: time, sent: null, ...(moved && { wrote: moved }) })
    }
  }
}

/** The process died after a write and before its result was stored: the service's answer, e.g. a link, is had by writing it again. */
async function settleSent(tx: Ctx, { id, sent }: MeetingEntry): Promise<void> {
  if (!sent) return
  const { time } = sent
  await changeMeetingEntry(tx, id, {
    ...{ seen: time, sent: null },
    ...(time && { wrote: { start: time.start, sequence: null } }),
  })
}

async function refuse(
  tx: Ctx,
  { entry: { id, bookingId }, time, meeting }: Following,
  reason: RefusalReason,
): Promise<void> {
  await changeMeetingEntry(tx, id, { seen: time, sent: null })
  await refuseChange(tx, { bookingId, reason, entry: time, meeting })
}
