import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { getMeeting } from '#server/modules/bookings/meeting.views.ts'
import { type EntryTime, type MeetingFacts, type RefusalReason, refusalText } from './merge-entry.rules.ts'

interface Refused {
  bookingId: number
  reason: RefusalReason
  entry: EntryTime
  meeting: MeetingFacts
}

/** Reports a change of the BDM that cannot be applied: the meeting stays, and its time is written back. Only inside `ctx.tx`. */
export async function refuseChange(tx: Ctx, { bookingId, reason, entry, meeting }: Refused): Promise<void> {
  const { bdmName } = await getMeeting(tx, bookingId)
  const text = refusalText(reason, { bdmName, entry, meeting, now: tx.now() })
  await audit(tx, {
    ...{ action: 'booking.calendar_change_refused', subjectType: 'booking', subjectId: bookingId },
    before: { scheduledDate: meeting.start },
    after: { scheduledDate: entry?.start ?? null, reason },
  })
  await tx.emit('booking.changeRefused', { bookingId, reason: text })
}
