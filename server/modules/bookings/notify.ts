import { meetingTypeLabels } from '#contract/bookings.ts'
import type { BookingMail, Lender, MailDocument, MailFacts } from '#contract/pages.ts'
import { meetingTime, shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import {
  cancelMessages,
  createLink,
  lenderFacts,
  queueMail,
  queueSms,
} from '#server/modules/messages/queue-message.ts'
import { invitation } from './invitation.ts'
import { managePath, manageUrl } from './manage-link.ts'
import { getMeeting, type Meeting } from './meeting.views.ts'
import { attendeesText, meetingSms, reminderOccasion, type SmsKind } from './notify.rules.ts'

/** Confirms a new meeting to whoever comes and tells the BDM. Only inside `ctx.tx`. */
export async function notifyBooked(tx: Ctx, bookingId: number): Promise<void> {
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
  await notify(tx, meeting, { lender, facts, change: 'booked' })
}

/** Tells of the new time; a BDM who lost the meeting hears that it is off. Only inside `ctx.tx`. */
export async function notifyMoved(tx: Ctx, before: Meeting): Promise<void> {
  const { meeting, lender, facts } = await load(tx, before.id)
  await cancelReminders(tx, meeting.id)
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:moved:${meeting.sequence}`,
    template: 'booking_moved',
    mail: tx.providers.pages.mail('booking_moved', lender, facts),
    sms: 'moved',
    invites: true,
  })
  if (before.bdmId === meeting.bdmId) return notify(tx, meeting, { lender, facts, change: 'moved' })
  await notify(
    tx,
    { ...before, sequence: meeting.sequence },
    { lender, facts: mailFacts(tx, before), change: 'cancelled' },
  )
  await notify(tx, meeting, { lender, facts, change: 'booked' })
}

/** Tells that the meeting is off; reminders that wait are taken back. Only inside `ctx.tx`. */
export async function notifyCancelled(tx: Ctx, bookingId: number): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  await cancelReminders(tx, meeting.id)
  const { manageUrl: _manage, videoLink: _video, ...rest } = facts
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: `booking:${meeting.id}:cancelled`,
    template: 'booking_cancelled',
    mail: tx.providers.pages.mail('booking_cancelled', lender, { ...rest, bookUrl: bookUrl(tx, meeting) }),
    sms: 'cancelled',
    invites: true,
  })
  await notify(tx, meeting, { lender, facts, change: 'cancelled' })
}

/** Only inside `ctx.tx`. */
export async function sendReminder(tx: Ctx, bookingId: number, ahead: 'day' | 'hour'): Promise<void> {
  const { meeting, lender, facts } = await load(tx, bookingId)
  await notifyVisitor(tx, meeting, {
    lender,
    occasion: reminderOccasion(meeting, ahead),
    template: 'booking_reminder',
    mail: tx.providers.pages.mail('booking_reminder', lender, { ...facts, ahead }),
    sms: 'reminder',
    invites: false,
  })
}

async function cancelReminders(tx: Ctx, bookingId: number): Promise<void> {
  await cancelMessages(tx, { occasionPrefix: `booking:${bookingId}:reminder:` })
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
    when: meetingTime(meeting.start, meeting.end),
    meetingType: meetingTypeLabels[meeting.meetingType],
    attendees: attendeesText(meeting.attendees),
    agenda: meeting.agenda,
    videoLink: meeting.videoLink,
    manageUrl: manageUrl(tx, meeting),
  }
}

const bookPath = ({ brokerId }: Meeting): string =>
  brokerId === null ? '/booking' : `/booking?broker=${brokerId}`
const bookUrl = (tx: Ctx, meeting: Meeting): string => `${tx.providers.publicUrl}${bookPath(meeting)}`

interface Notification {
  lender: Lender
  occasion: string
  template: keyof MailFacts
  mail: MailDocument
  sms: SmsKind
  /** A calendar invitation goes along. */
  invites: boolean
}

/** By mail where there is an address; by SMS to whoever booked in a call, or has no address. */
async function notifyVisitor(tx: Ctx, meeting: Meeting, telling: Notification): Promise<void> {
  const { email, phone } = meeting
  const about = {
    brokerId: meeting.brokerId,
    callId: meeting.callId,
    bookingId: meeting.id,
    simulated: meeting.simulated,
    notAfter: telling.sms === 'reminder' ? meeting.start : meeting.end,
  }
  if (email) {
    const link = telling.sms === 'cancelled' ? null : manageUrl(tx, meeting)
    const facts = { lender: telling.lender.name, manageUrl: link, now: tx.now() }
    await queueMail(tx, {
      ...about,
      to: email,
      occasion: telling.occasion,
      template: telling.template,
      mail: telling.mail,
      ...(telling.invites && { invitation: invitation({ ...meeting, email }, facts) }),
    })
  }
  const bySms = !email || (meeting.source === 'call' && telling.sms !== 'reminder')
  if (!phone || !bySms) return
  const target = telling.sms === 'cancelled' ? bookPath(meeting) : managePath(tx, meeting)
  const { brokerId, callId } = meeting
  const url = await createLink(tx, { target, brokerId, callId, expiresAt: meeting.end })
  const body = meetingSms(telling.sms, {
    lender: telling.lender.name,
    bdm: meeting.bdmName,
    when: shortTime(meeting.start),
    url,
  })
  await queueSms(tx, { ...about, to: phone, occasion: `${telling.occasion}:sms`, body })
}

/** To the BDM, whose own calendar shows it too. */
async function notify(
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
  await queueMail(tx, {
    to: meeting.bdmEmail,
    bookingId: meeting.id,
    simulated: meeting.simulated,
    notAfter: meeting.end,
    occasion: `booking:${meeting.id}:notice:${change}:${meeting.bdmId}:${meeting.sequence}`,
    template: 'booking_notice',
    mail: tx.providers.pages.mail('booking_notice', lender, { ...rest, change, visitor, contact, url }),
  })
}
