import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { findMeetings } from './meeting.views.ts'
import { reminderOccasion } from './notify.rules.ts'
import { sendReminder } from './notify.ts'
import { dueReminder, REMINDER_AHEAD_MS } from './reminders.rules.ts'
import { findBooking } from './store.ts'

/** Queues the due reminders, each once. Safe to repeat. */
export async function remind(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const latest = new Date(now.getTime() + REMINDER_AHEAD_MS.day)
  const meetings = await findMeetings(
    ctx,
    sql<SqlBool>`bookings.status = 'booked' and lower(bookings.during) > ${now}
      and lower(bookings.during) <= ${latest}`,
  )
  const queued = await queuedOccasions(ctx, meetings)
  for (const meeting of meetings) {
    const ahead = dueReminder(meeting, now)
    if (ahead && !queued.has(reminderOccasion(meeting, ahead))) await queueReminder(ctx, meeting.id)
  }
}

/** Reminders already in the outbox, in one query for all meetings because this runs every minute. */
async function queuedOccasions(ctx: Ctx, meetings: readonly { id: number }[]): Promise<Set<string>> {
  if (meetings.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('messages')
    .select('occasion')
    .where('bookingId', '=', anyOf(meetings.map(({ id }) => id)))
    .where('occasion', 'like', 'booking:%:reminder:%')
    .execute()
  return new Set(rows.map(({ occasion }) => occasion.replace(/:sms$/, '')))
}

/** Checks again with the row locked, because the meeting may have been moved or cancelled meanwhile. */
async function queueReminder(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const booking = await findBooking(tx, id, { forUpdate: true })
    const ahead = booking?.status === 'booked' ? dueReminder(booking, tx.now()) : null
    if (ahead) await sendReminder(tx, id, ahead)
  })
}
