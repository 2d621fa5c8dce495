import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import { meetingTypeLabels } from '#contract/bookings/bookings.ts'
import type { Lender, MailDocument, MailFacts } from '#contract/microsites/pages.ts'
import { unlinked } from '#contract/text-fields.ts'
import { meetingTimeFor, shortTimeFor, spokenBefore } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { ownPath } from '#server/modules/brokers/broker-key.ts'
import { takesSms } from '#server/modules/messages/link-channel.rules.ts'
import { hasOnItsWay } from '#server/modules/messages/link-messages.views.ts'
import {
  cancelMessages,
  createLink,
  lenderFacts,
  queueMail,
  queueSms,
} from '#server/modules/messages/queue-message.ts'
import { invitation } from './invitation.ts'
import { managePath, manageUrl } from './manage-link.ts'
import { findMeeting, getMeeting, type Meeting } from './meeting.views.ts'
import {
  attendeesText,
  isCurrent,
  meetingSms,
  reminderOccasion,
  type SmsKind,
  visitorOccasion,
} from './notify.rules.ts'
import { dropNotices, notifyBdm } from './notify-bdm.ts'
import { remindBefore } from './reminders.rules.ts'

/** Confirms a new meeting to the visitor and notifies the BDM. Only inside `ctx.tx`. @returns the meeting */
export async function notifyBooked(tx: Ctx, bookingId: number): Promise<Meeting> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  const attributed = meeting.source === 'web' && meeting.brokerId !== null
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:confirmed:${meeting.sequence}`,
    template: 'booking_confirmed',
    mail: tx.providers.pages.mail('booking_confirmed', lender, { ...facts, attributed }),
    sms: 'confirmed',
    invites: true,
  })
  await notifyBdm(tx, meeting, { lender, facts, change: 'booked' })
  return meeting
}

/**
 * Sends a request to confirm to the person's own address or number, and to no other recipient. Only inside `ctx.tx`.
 */
export async function askToConfirm(tx: Ctx, bookingId: number): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  const { videoLink: _video, agenda: _agenda, ...rest } = facts
  const until = meeting.confirmBy ?? meeting.end
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:unconfirmed`,
    template: 'booking_unconfirmed',
    mail: tx.providers.pages.mail('booking_unconfirmed', lender, {
      ...rest,
      until: shortTimeFor(until, meeting.zone, tx.now()),
    }),
    sms: 'unconfirmed',
    invites: false,
    notAfter: until,
  })
}

/** Cancels queued requests to confirm: the booking is confirmed or cancelled. Only inside `ctx.tx`. */
export async function stopAsking(tx: Ctx, bookingId: number): Promise<void> {
  await cancelMessages(tx, { occasionPrefix: `booking:${bookingId}:unconfirmed` })
}

/** Notifies the requester if staff cancelled before the confirmation. Only inside `ctx.tx`. */
export async function notifyDeclined(tx: Ctx, bookingId: number): Promise<void> {
  await stopAsking(tx, bookingId)
  if (tx.actor.kind === 'staff') await tellCancelled(tx, await load(tx, bookingId), { invites: false })
}

/** @param byBdm they changed it in their own calendar, and get no mail about it */
type ChangedBy = { byBdm?: boolean }

/** Sends the new time; a BDM who lost the meeting gets a cancellation. Only inside `ctx.tx`. */
export async function notifyMoved(
  tx: Ctx,
  before: Meeting,
  { byBdm = false }: ChangedBy = {},
): Promise<void> {
  const { meeting, lender, facts } = await load(tx, before.id)
  await cancelSuperseded(tx, meeting.id)
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:moved:${meeting.sequence}`,
    template: 'booking_moved',
    mail: tx.providers.pages.mail('booking_moved', lender, facts),
    sms: 'moved',
    invites: true,
  })
  if (byBdm) return dropNotices(tx, meeting)
  if (before.bdmId === meeting.bdmId) return notifyBdm(tx, meeting, { lender, facts, change: 'moved' })
  await notifyBdm(
    tx,
    { ...before, sequence: meeting.sequence },
    { lender, facts: mailFacts(tx, before), change: 'cancelled' },
  )
  await notifyBdm(tx, meeting, { lender, facts, change: 'booked' })
}

/** Sends invitation and BDM's entry again where staff changed the video link; the sequence has grown. Only inside `ctx.tx`. */
export async function notifyLinkChanged(tx: Ctx, bookingId: number): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  await sendLink(tx, { meeting, lender, facts })
  await notifyBdm(tx, meeting, { lender, facts, change: 'updated' })
}

/** Sends the visitor the link that the BDM's calendar service made. Only inside `ctx.tx`. */
export async function notifyVisitorOfLink(tx: Ctx, bookingId: number): Promise<void> {
  await sendLink(tx, await load(tx, bookingId))
}

async function sendLink(tx: Ctx, { meeting, lender, facts }: Loaded): Promise<void> {
  await cancelSuperseded(tx, meeting.id)
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:updated:${meeting.sequence}`,
    template: 'booking_updated',
    mail: tx.providers.pages.mail('booking_updated', lender, facts),
    sms: 'updated',
    invites: true,
  })
}

/** Sends the cancellation instead of all earlier unsent messages. Only inside `ctx.tx`. */
export async function notifyCancelled(
  tx: Ctx,
  bookingId: number,
  { byBdm = false }: ChangedBy = {},
): Promise<void> {
  const loaded = await load(tx, bookingId)
  const { meeting, lender, facts } = loaded
  await cancelSuperseded(tx, meeting.id)
  await tellCancelled(tx, loaded, { invites: true })
  if (byBdm) return dropNotices(tx, meeting)
  await notifyBdm(tx, meeting, { lender, facts, change: 'cancelled' })
}

/** Notifies the BDM of a cancelled meeting whose person has been erased. Only inside `ctx.tx`. */
export async function notifyBdmAlone(tx: Ctx, bookingId: number): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  await notifyBdm(tx, meeting, { lender, facts, change: 'cancelled' })
}

async function tellCancelled(
  tx: Ctx,
  { meeting, lender, facts }: Loaded,
  { invites }: { invites: boolean },
): Promise<void> {
  const { manageUrl: _manage, videoLink: _video, ...rest } = facts
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:cancelled`,
    template: 'booking_cancelled',
    mail: tx.providers.pages.mail('booking_cancelled', lender, { ...rest, bookUrl: bookUrl(tx, meeting) }),
    sms: 'cancelled',
    invites,
  })
}

/** Only inside `ctx.tx`. */
export async function sendReminder(tx: Ctx, bookingId: number, ahead: 'day' | 'hour'): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: reminderOccasion(meeting, ahead),
    notAfter: remindBefore(meeting, ahead),
    template: 'booking_reminder',
    mail: tx.providers.pages.mail('booking_reminder', lender, { ...facts, ahead }),
    sms: 'reminder',
    invites: false,
  })
}

/** Cancels the visitor's queued messages with an old time: sent later, they would contradict the new one. */
async function cancelSuperseded(tx: Ctx, bookingId: number): Promise<void> {
  for (const what of ['confirmed', 'moved', 'updated', 'reminder']) {
    await cancelMessages(tx, { occasionPrefix: `booking:${bookingId}:${what}:` })
  }
}

interface Loaded {
  meeting: Meeting
  lender: Lender
  facts: BookingMail
}

async function load(tx: Ctx, bookingId: number): Promise<Loaded> {
  const meeting = await getMeeting(tx, bookingId)
  return { meeting, lender: await lenderFacts(tx), facts: mailFacts(tx, meeting) }
}

function mailFacts(tx: Ctx, meeting: Meeting): BookingMail {
  return {
    name: meeting.name,
    bdmName: meeting.bdmName,
    when: meetingTimeFor(meeting.start, meeting.end, meeting.zone),
    changedFrom: changedFrom(meeting),
    meetingType: meetingTypeLabels[meeting.meetingType],
    attendees: attendeesText(meeting.attendees),
    agenda: meeting.agenda && unlinked(meeting.agenda),
    videoLink: meeting.videoLink,
    manageUrl: manageUrl(tx, meeting),
  }
}

/** The time named in the call, if it differs; null also once the person has moved the meeting. */
const changedFrom = ({ saidStart, start, sequence, zone }: Meeting): string | null =>
  saidStart && sequence === 0 ? spokenBefore(saidStart, start, zone) : null

const bookUrl = (tx: Ctx, { brokerId }: Meeting): string =>
  `${tx.providers.publicUrl}${brokerId === null ? '/booking' : ownPath(tx, '/booking', brokerId)}`
/** A short link adds the broker's key when it is opened. */
const bookPath = ({ brokerId }: Meeting): string =>
  brokerId === null ? '/booking' : `/booking?broker=${brokerId}`

interface Notification {
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
async function notifyVisitor(tx: Ctx, meeting: Meeting, notification: Notification): Promise<void> {
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

const tellUnreached = (tx: Ctx, id: number): Promise<void> =>
  tx.emit('followUp.undelivered', { about: 'booking', id, what: 'meeting' })

/** Reports a visitor who got no message about a meeting, unless another message of the same occasion is on its way. */
export async function onMessageFailed(
  tx: Ctx,
  { bookingId, occasion }: AppEvents['message.failed'],
): Promise<void> {
  const about = visitorOccasion(occasion)
  if (bookingId === null || about === null) return
  if (await hasOnItsWay(tx, [about, `${about}:sms`])) return
  const meeting = await findMeeting(tx, bookingId)
  if (meeting && meeting.end > tx.now() && isCurrent(about, meeting)) await tellUnreached(tx, bookingId)
}
