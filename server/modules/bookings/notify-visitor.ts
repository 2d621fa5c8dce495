import type { Lender, MailDocument, MailFacts } from '#contract/microsites/pages.ts'
import { shortTimeFor, spokenBefore } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { takesSms } from '#server/modules/messages/link-channel.rules.ts'
import { createLink, queueMail, queueSms } from '#server/modules/messages/queue-message.ts'
import { invitation } from './invitation.ts'
import { managePath, manageUrl } from './manage-link.ts'
import type { Meeting } from './meeting.views.ts'
import { meetingSms, type SmsKind } from './notify.rules.ts'

/** The time named in the call, if it differs; null also once the person has moved the meeting. */
export const changedFrom = ({ saidStart, start, sequence, zone }: Meeting): string | null =>
  saidStart && sequence === 0 ? spokenBefore(saidStart, start, zone) : null

/** A short link adds the broker's key when it is opened. */
const bookPath = ({ brokerId }: Meeting): string =>
  brokerId === null ? '/booking' : `/booking?broker=${brokerId}`

export interface Notification {
  lender: Lender
  occasion: string
  template: keyof MailFacts
  mail: MailDocument
  sms: SmsKind
  /** With a calendar invitation. */
  invites: boolean
  /** Not sent later than this; by default the meeting's end. */
  notAfter?: Date
}

/**
 * Sends an email if there is an address; an SMS, where the number takes any, if the meeting was booked in a call or
 * there is no address. If neither is possible, a task asks staff to contact the visitor, except about a booking
 * confirmed in the call.
 */
export async function notifyVisitor(tx: Ctx, meeting: Meeting, notification: Notification): Promise<void> {
  const { email, phone } = meeting
  const about = {
    brokerId: meeting.brokerId,
    callId: meeting.callId,
    bookingId: meeting.id,
    simulated: meeting.simulated,
    notAfter: notification.notAfter ?? meeting.end,
  }
  if (email) {
    const link = notification.sms === 'cancelled' ? null : manageUrl(tx, meeting)
    const facts = { lender: notification.lender.name, manageUrl: link, now: tx.now() }
    await queueMail(tx, {
      ...about,
      to: email,
      occasion: notification.occasion,
      template: notification.template,
      mail: notification.mail,
      replyTo: meeting.bdmEmail,
      ...(notification.invites && { invitation: invitation({ ...meeting, email }, facts) }),
    })
  }
  if (!takesSms(phone)) {
    if (!email && mustKnow.includes(notification.sms)) await tellUnreached(tx, meeting.id)
    return
  }
  const bySms = !email || (meeting.source === 'call' && notification.sms !== 'reminder')
  if (!phone || !bySms) return
  const target = notification.sms === 'cancelled' ? bookPath(meeting) : managePath(tx, meeting)
  const { brokerId, callId } = meeting
  const url = await createLink(tx, { target, brokerId, callId, expiresAt: meeting.end })
  const body = meetingSms(notification.sms, {
    lender: notification.lender.name,
    bdm: meeting.bdmName,
    when: shortTimeFor(meeting.start, meeting.zone, tx.now()),
    changedFrom: changedFrom(meeting),
    url,
  })
  await queueSms(tx, { ...about, to: phone, occasion: `${notification.occasion}:sms`, body })
}

/** The confirmation was given in the call; a reminder helps, no more. */
const mustKnow: readonly SmsKind[] = ['moved', 'cancelled']

export const tellUnreached = (tx: Ctx, id: number): Promise<void> =>
  tx.emit('followUp.undelivered', { about: 'booking', id, what: 'meeting' })
