// Results of reading and writing a connected calendar, see module calendars.

import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { deleteBusyTimes, noteBusyFeed, replaceBusyTimes, type Span } from './bdms.store.ts'
import { readBusyFeedJob } from './bdms.ts'
import { getMeeting } from './meeting.views.ts'
import { notifyVisitorOfLink } from './notify.ts'
import { changeBooking, raiseSequences } from './store.ts'

/** Stores the busy times of a connected calendar. Only inside `ctx.tx`. */
export const storeCalendarTimes = (tx: Ctx, bdmId: number, spans: readonly Span[]): Promise<void> =>
  replaceBusyTimes(tx, bdmId, spans)

/** A connected calendar replaces the address of a BDM's calendar: its faults are over. Only inside `ctx.tx`. */
export async function putBusyFeedAside(tx: Ctx, bdmId: number): Promise<void> {
  const none = { busyFeedError: null, busyFeedFailingSince: null, busyFeedSkipped: '[]' }
  await noteBusyFeed(tx, bdmId, none)
  await tx.emit('matter.settled', { kind: 'calendar_not_read' })
}

/** The address of the BDM's calendar counts again, if there is one. Only inside `ctx.tx`. */
export async function takeBusyFeedUp(tx: Ctx, bdmId: number): Promise<void> {
  await deleteBusyTimes(tx, bdmId)
  await tx.enqueue(readBusyFeedJob, { bdmId }, { key: `busy-feed:${bdmId}` })
}

/**
 * Keeps the link that the calendar service made for a meeting, and sends it to the visitor where neither the BDM nor the
 * organisation has one. Only inside `ctx.tx`. @returns the meeting's sequence
 */
export async function keepServiceLink(tx: Ctx, id: number, link: string): Promise<number> {
  const before = await getMeeting(tx, id)
  await changeBooking(tx, id, { serviceVideoLink: link })
  const { videoLink, sequence } = await getMeeting(tx, id)
  if (videoLink === before.videoLink) return sequence
  await raiseSequences(tx, sql`id = ${id}`)
  const after = await getMeeting(tx, id)
  // of a meeting that has begun the sequence stays
  if (after.sequence > sequence) await notifyVisitorOfLink(tx, id)
  return after.sequence
}
