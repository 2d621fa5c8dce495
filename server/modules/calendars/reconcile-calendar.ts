import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#server/ctx.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { CalendarFault } from '#server/providers/ports/calendars.ts'
import { findCalendar, forgetCursor, markUnfinished, requestRound, takeRequest } from './calendars.store.ts'
import { findMeetingEntries } from './entries.store.ts'
import { finishDisconnections } from './finish-disconnections.ts'
import { followEntry } from './follow.ts'
import { type OpenCalendar, openCalendar } from './link.ts'
import { writeOf } from './merge-entry.rules.ts'
import { pull } from './pull.ts'
import { noteFault, noteSuccess } from './state.ts'
import { findMeetingsToCompare } from './synced-meetings.views.ts'
import { ensureWatch } from './watches.ts'
import { writeMeeting } from './write-meeting.ts'

/** Any fixed number; the second key of the lock is the BDM. */
const LOCK = 5_195
/** Writes that found another version of an entry, and so read the changes again. */
const MAX_READS = 4
/** Rounds that were requested during one another. */
const MAX_ROUNDS = 10

export const reconcileJob = defineJob('calendars.reconcile', z.object({ bdmId: z.number() }), {
  maxAttempts: 1,
})

/** Jobs of one BDM replace each other while they wait. */
export const enqueueReconcile = (ctx: Ctx, bdmId: number): Promise<void> =>
  ctx.enqueue(reconcileJob, { bdmId }, { key: `calendar:${bdmId}` })

/**
 * Brings a BDM's connected calendar and our bookings to the same state. One process at a time works on a calendar; a request
 * during that leads to another round. Each step may be repeated: a process that dies at any point leaves nothing to repair.
 */
export async function reconcile(ctx: Ctx, bdmId: number): Promise<void> {
  // another process may end between the first attempt and the request
  if (await withLock(ctx, bdmId)) return
  await requestRound(ctx, bdmId)
  await withLock(ctx, bdmId)
}

/** The lock belongs to a connection, not to a transaction, and ends with it when the process dies. @returns false where it is taken */
async function withLock(ctx: Ctx, bdmId: number): Promise<boolean> {
  return ctx.db.connection().execute(async (db) => {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_lock(${LOCK}, ${bdmId}) as free`.execute(db)
    if (!rows[0]?.free) return false
    try {
      let rounds = 0
      await markUnfinished(ctx, bdmId, true)
      await finishDisconnections(ctx, bdmId)
      do {
        await takeRequest(ctx, bdmId)
        await round(ctx, bdmId)
        rounds += 1
      } while (rounds < MAX_ROUNDS && (await takeRequest(ctx, bdmId)))
      await markUnfinished(ctx, bdmId, false)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}, ${bdmId})`.execute(db)
    }
    // a request between the last look and the release
    const calendar = await findCalendar(ctx, bdmId)
    if (calendar?.wanted) await enqueueReconcile(ctx, bdmId)
    return true
  })
}

async function round(ctx: Ctx, bdmId: number): Promise<void> {
  const row = await findCalendar(ctx, bdmId)
  if (!row || row.state === 'revoked' || (row.retryAfter && row.retryAfter > ctx.now())) return
  try {
    await exchange(ctx, await openCalendar(ctx, row))
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    ctx.log.warn({ err: error, bdmId }, 'a calendar was not reconciled')
    await noteFault(ctx, row.id, error)
  }
}

async function exchange(ctx: Ctx, opened: OpenCalendar): Promise<void> {
  const { bdmId } = opened.row
  for (let reads = 1; reads <= MAX_READS; reads++) {
    const row = await findCalendar(ctx, bdmId)
    if (row?.id !== opened.row.id) return
    const calendar = { ...opened, row }
    if (!(await pull(ctx, calendar))) return
    await followEntries(ctx, calendar)
    if (await writeMeetings(ctx, calendar)) {
      await ctx.tx((tx) => noteSuccess(tx, row.id))
      return ensureWatch(ctx, calendar)
    }
    // the list of changes left an entry out: the last attempt reads all
    if (reads === MAX_READS - 1) await forgetCursor(ctx, bdmId)
  }
  ctx.log.warn({ bdmId }, 'entries of a calendar change while they are written; the next run continues')
}

async function followEntries(ctx: Ctx, calendar: OpenCalendar): Promise<void> {
  const meetings = await findMeetingsToCompare(ctx, calendar.row)
  for (const listed of await findMeetingEntries(ctx, calendar.row.id)) {
    const meeting = meetings.get(listed.bookingId)
    if (meeting) await followEntry(ctx, calendar, { listed, meeting })
  }
}

/**
 * Writes what differs; what the service refuses for one meeting keeps no other from being written.
 * @returns false where an entry is another version than the one that was read
 */
async function writeMeetings(ctx: Ctx, calendar: OpenCalendar): Promise<boolean> {
  let isDone = true
  let refusal: CalendarFault | null = null
  const meetings = await findMeetingsToCompare(ctx, calendar.row)
  const entries = new Map(
    (await findMeetingEntries(ctx, calendar.row.id)).map((each) => [each.bookingId, each]),
  )
  for (const [bookingId, meeting] of meetings) {
    const { seen = null, wrote = null } = entries.get(bookingId) ?? {}
    if (writeOf({ now: ctx.now(), meeting, seen, wrote }) === 'none') continue
    try {
      await writeMeeting(ctx, calendar, bookingId)
    } catch (error) {
      if (!(error instanceof CalendarFault)) throw error
      if (error.kind === 'changed') isDone = false
      else if (error.kind === 'refused') refusal ??= error
      else throw error
    }
  }
  if (refusal) throw refusal
  return isDone
}
