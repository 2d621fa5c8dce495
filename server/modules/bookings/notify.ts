import type { BookingMail } from '#contract/bookings/booking-mail.ts'
import { meetingTypeLabels } from '#contract/bookings/bookings.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import { unlinked } from '#contract/text-fields.ts'
import { meetingTimeFor, shortTimeFor } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { ownPath } from '#server/modules/brokers/broker-key.ts'
import { hasOnItsWay } from '#server/modules/messages/link-messages.views.ts'
import { cancelMessages, lenderFacts } from '#server/modules/messages/queue-message.ts'
import { manageUrl } from './manage-link.ts'
import { findMeeting, getMeeting, type Meeting } from './meeting.views.ts'
import { attendeesText, isCurrent, reminderOccasion, visitorOccasion } from './notify.rules.ts'
import { dropNotices, notifyBdm } from './notify-bdm.ts'
import { changedFrom, type Notification, notifyVisitor, tellUnreached } from './notify-visitor.ts'
import { remindBefore } from './reminders.rules.ts'

/** Confirms a new meeting to the visitor and notifies the BDM. Only inside `ctx.tx`. @returns the meeting */
export async function notifyBooked(tx: Ctx, bookingId: number): Promise<Meeting> {
  const loaded = await load(tx, bookingId)
  const { meeting, lender, facts } = loaded
  await notifyVisitor(tx, meeting, confirmation(tx, loaded))
  await notifyBdm(tx, meeting, { lender, facts, change: 'booked' })
  return meeting
}

function confirmation(tx: Ctx, { meeting, lender, facts }: Loaded): Notification {
  const attributed = meeting.source === 'web' && meeting.brokerId !== null
  return {
    lender,
    occasion: `booking:${meeting.id}:confirmed:${meeting.sequence}`,
    template: 'booking_confirmed',
    mail: tx.providers.pages.mail('booking_confirmed', lender, { ...facts, attributed }),
    sms: 'confirmed',
    invites: true,
  }
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
  const loaded = await load(tx, before.id)
  const { meeting, lender, facts } = loaded
  await cancelSuperseded(tx, meeting.id)
  await notifyVisitor(tx, meeting, moveOf(tx, loaded))
  if (byBdm) return dropNotices(tx, meeting)
  if (before.bdmId === meeting.bdmId) return notifyBdm(tx, meeting, { lender, facts, change: 'moved' })
  await notifyBdm(
    tx,
    { ...before, sequence: meeting.sequence },
    { lender, facts: mailFacts(tx, before), change: 'cancelled' },
  )
  await notifyBdm(tx, meeting, { lender, facts, change: 'booked' })
}

const moveOf = (tx: Ctx, { meeting, lender, facts }: Loaded): Notification => ({
  lender,
  occasion: `booking:${meeting.id}:moved:${meeting.sequence}`,
  template: 'booking_moved',
  mail: tx.providers.pages.mail('booking_moved', lender, facts),
  sms: 'moved',
  invites: true,
})

/** Sends invitation and BDM's entry again where staff changed the video link; the sequence has grown. Only inside `ctx.tx`. */
export async function notifyLinkChanged(tx: Ctx, bookingId: number): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  await cancelSuperseded(tx, meeting.id)
  await notifyVisitor(tx, meeting, newLink(tx, { meeting, lender, facts }))
  await notifyBdm(tx, meeting, { lender, facts, change: 'updated' })
}

/**
 * Sends the visitor the link that the BDM's calendar service made: in a mail that is not sent yet, or in one of its own. The
 * sequence has grown. Only inside `ctx.tx`.
 */
export async function notifyVisitorOfLink(tx: Ctx, bookingId: number): Promise<void> {
  const loaded = await load(tx, bookingId)
  const unsent = await cancelSuperseded(tx, bookingId)
  const news = unsent.includes('confirmed') ? confirmation : unsent.includes('moved') ? moveOf : newLink
  await notifyVisitor(tx, loaded.meeting, news(tx, loaded))
}

const newLink = (tx: Ctx, { meeting, lender, facts }: Loaded): Notification => ({
  lender,
  occasion: `booking:${meeting.id}:updated:${meeting.sequence}`,
  template: 'booking_updated',
  mail: tx.providers.pages.mail('booking_updated', lender, facts),
  sms: 'updated',
  invites: true,
})

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

/** Cancels the visitor's queued messages with an old time: sent later, they would contradict the new one. @returns their kinds */
async function cancelSuperseded(tx: Ctx, bookingId: number): Promise<string[]> {
  const cancelled: string[] = []
  for (const what of ['confirmed', 'moved', 'updated', 'reminder']) {
    const count = await cancelMessages(tx, { occasionPrefix: `booking:${bookingId}:${what}:` })
    if (count > 0) cancelled.push(what)
  }
  return cancelled
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

const bookUrl = (tx: Ctx, { brokerId }: Meeting): string =>
  `${tx.providers.publicUrl}${brokerId === null ? '/booking' : ownPath(tx, '/booking', brokerId)}`
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
