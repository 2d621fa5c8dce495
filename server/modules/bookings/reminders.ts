import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { findMeetings } from './meeting.views.ts'
import { reminderOccasion } from './notify.rules.ts'
import { sendReminder } from './notify.ts'
import { dueReminder, REMINDER_AHEAD_MS } from './reminders.rules.ts'
import { findBooking } from './store.ts'

/** Writes the reminders that are due; each once, however often it is asked. */
export async function remind(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const latest = new Date(now.getTime() + REMINDER_AHEAD_MS.day)
  const meetings = await findMeetings(
    ctx,
    sql<SqlBool>`bookings.status = 'booked' and lower(bookings.during) > ${now}
      and lower(bookings.during) <= ${latest}`,
  )
  const written = await writtenFor(ctx, meetings)
  for (const meeting of meetings) {
    const ahead = dueReminder(meeting, now)
    if (ahead && !written.has(reminderOccasion(meeting, ahead))) await remindOf(ctx, meeting.id)
  }
}

/** Reminders that are in the outbox already: looked up together, so that a minute without news costs little. */
async function writtenFor(ctx: Ctx, meetings: readonly { id: number }[]): Promise<Set<string>> {
  if (meetings.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('messages')
    .select('occasion')
    .where(
      'bookingId',
      'in',
      meetings.map(({ id }) => id),
    )
    .where('occasion', 'like', 'booking:%:reminder:%')
    .execute()
  return new Set(rows.map(({ occasion }) => occasion.replace(/:sms$/, '')))
}

/** Judged again with the row held: whoever moves or cancels the meeting now waits, or has been first. */
async function remindOf(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const booking = await findBooking(tx, id, { forUpdate: true })
    const ahead = booking?.status === 'booked' ? dueReminder(booking, tx.now()) : null
    if (ahead) await sendReminder(tx, id, ahead)
  })
}
