import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { meetingTimeFor } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { cancelMessages, queueMail } from '#server/modules/messages/queue-message.ts'
import { hasConnectedCalendar } from './connected-calendars.views.ts'
import { bdmEntry } from './invitation.ts'
import type { Meeting } from './meeting.views.ts'

/** Mails the BDM about a meeting of theirs, with an entry for their calendar. Only inside `ctx.tx`. */
export async function notifyBdm(
  tx: Ctx,
  meeting: Meeting,
  { lender, facts, change }: { lender: Lender; facts: BookingMail; change: Notice },
): Promise<void> {
  const { manageUrl: _manage, ...rest } = facts
  const contact = [meeting.email, meeting.phone && formatPhone(meeting.phone)].filter(Boolean).join(', ')
  const visitor = meeting.company ? `${meeting.name}, ${meeting.company}` : meeting.name
  const url = `${tx.providers.publicUrl}/bookings?booking=${meeting.id}`
  await cancelNotices(tx, meeting, supersededBy(change, meeting))
  await queueMail(tx, {
    to: meeting.bdmEmail,
    bookingId: meeting.id,
    simulated: meeting.simulated,
    notAfter: meeting.end,
    occasion: `${occasionOf(meeting, change)}${meeting.sequence}`,
    template: 'booking_notice',
    replyTo: meeting.email,
    // the meeting is written into a connected calendar: a second entry would be doubled
    ...(!(await hasConnectedCalendar(tx, meeting.bdmId)) && {
      invitation: bdmEntry(meeting, {
        ...{ lender: lender.name, manageUrl: null, now: tx.now(), url },
        cancelled: change === 'cancelled',
      }),
    }),
    mail: tx.providers.pages.mail('booking_notice', lender, {
      ...rest,
      ...{ when: meetingTimeFor(meeting.start, meeting.end, meeting.bdmZone) },
      ...{ change, visitor, contact, url },
    }),
  })
}

type Notice = MailFacts['booking_notice']['change']

const occasionOf = ({ id, bdmId }: Meeting, notice: Notice): string =>
  `booking:${id}:notice:${notice}:${bdmId}:`

/** Cancels notices that still wait for this BDM and are out of date; those for another BDM stay. */
async function cancelNotices(tx: Ctx, meeting: Meeting, notices: readonly Notice[]): Promise<void> {
  for (const notice of notices) {
    await cancelMessages(tx, { occasionPrefix: occasionOf(meeting, notice) })
  }
}

/** The BDM made the change: notices that still wait would contradict it. Only inside `ctx.tx`. */
export const dropNotices = (tx: Ctx, meeting: Meeting): Promise<void> =>
  cancelNotices(tx, meeting, allNotices)

const allNotices: readonly Notice[] = ['booked', 'moved', 'updated', 'cancelled']

/** Kinds of earlier notices that a notice replaces. A new video link leaves the news of a booking or move in place. */
function supersededBy(change: Notice, { sequence }: Meeting): readonly Notice[] {
  if (change === 'updated') return ['updated']
  return change === 'booked' && sequence === 0 ? [] : allNotices
}
