import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import type { Lender, MailFacts } from '#contract/microsites/pages.ts'
import { meetingTimeFor } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { cancelMessages, queueMail } from '#server/modules/messages/queue-message.ts'
import { bdmEntry } from './invitation.ts'
import type { Meeting } from './meeting.views.ts'

/** Mails the BDM about a meeting of theirs, with an entry for their calendar. Only inside `ctx.tx`. */
export async function notifyBdm(
  tx: Ctx,
  meeting: Meeting,
  {
    lender,
    facts,
    change,
  }: { lender: Lender; facts: BookingMail; change: MailFacts['booking_notice']['change'] },
): Promise<void> {
  const { manageUrl: _manage, ...rest } = facts
  const contact = [meeting.email, meeting.phone && formatPhone(meeting.phone)].filter(Boolean).join(', ')
  const visitor = meeting.company ? `${meeting.name}, ${meeting.company}` : meeting.name
  const url = `${tx.providers.publicUrl}/bookings?booking=${meeting.id}`
  const occasion = (what: string): string => `booking:${meeting.id}:notice:${what}:${meeting.bdmId}:`
  // Notices that still wait for this BDM are out of date; those for another BDM stay.
  for (const what of supersededBy(change, meeting)) {
    await cancelMessages(tx, { occasionPrefix: occasion(what) })
  }
  await queueMail(tx, {
    to: meeting.bdmEmail,
    bookingId: meeting.id,
    simulated: meeting.simulated,
    notAfter: meeting.end,
    occasion: `${occasion(change)}${meeting.sequence}`,
    template: 'booking_notice',
    replyTo: meeting.email,
    invitation: bdmEntry(meeting, {
      ...{ lender: lender.name, manageUrl: null, now: tx.now(), url },
      cancelled: change === 'cancelled',
    }),
    mail: tx.providers.pages.mail('booking_notice', lender, {
      ...rest,
      ...{ when: meetingTimeFor(meeting.start, meeting.end, meeting.bdmZone) },
      ...{ change, visitor, contact, url },
    }),
  })
}

/** Kinds of earlier notices that a notice replaces. A new video link leaves the news of a booking or move in place. */
function supersededBy(
  change: MailFacts['booking_notice']['change'],
  { sequence }: Meeting,
): readonly MailFacts['booking_notice']['change'][] {
  if (change === 'updated') return ['updated']
  return change === 'booked' && sequence === 0 ? [] : ['booked', 'moved', 'updated', 'cancelled']
}
