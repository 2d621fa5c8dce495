/** Decides the texts of SMS about meetings. Each fits one message if names and link are short enough. */
import { HOLD_MINUTES, type MeetingType } from '#contract/bookings/bookings.ts'
import { fitsOneSms } from '#server/modules/messages/sms-text.rules.ts'

export interface SmsFacts {
  lender: string
  bdm: string
  /** 'Tue 24 Nov, 10:00 am AEDT' */
  when: string
  /** The time named in the call, if it differs, e.g. '2 pm'; null: the same. */
  changedFrom: string | null
  /** Where to change the meeting; for a cancelled one, where to book a new one. */
  url: string
}

export type SmsKind = 'unconfirmed' | 'confirmed' | 'moved' | 'updated' | 'cancelled' | 'reminder'

const changed = (from: string | null): string => (from ? `, changed from ${from}` : '')

const texts: Record<SmsKind, (facts: SmsFacts) => string> = {
  unconfirmed: ({ lender, bdm, when, url }) =>
    `${lender}: confirm your video meeting with ${bdm} on ${when} within ${HOLD_MINUTES} minutes: ${url}`,
  confirmed: ({ lender, bdm, when, changedFrom, url }) =>
    `${lender}: your video meeting with ${bdm} is booked for ${when}${changed(changedFrom)}. Details, change or cancel: ${url}`,
  moved: ({ lender, bdm, when, url }) =>
    `${lender}: your video meeting with ${bdm} is now on ${when}. Change or cancel: ${url}`,
  updated: ({ lender, bdm, when, url }) =>
    `${lender}: your video meeting with ${bdm} on ${when} has a new link. Details, change or cancel: ${url}`,
  cancelled: ({ lender, bdm, when, url }) =>
    `${lender}: your meeting with ${bdm} on ${when} is cancelled. Book another time: ${url}`,
  reminder: ({ lender, bdm, when, url }) =>
    `${lender}: a reminder of your video meeting with ${bdm} on ${when}. Details, change or cancel: ${url}`,
}

export function meetingSms(kind: SmsKind, facts: SmsFacts): string {
  return texts[kind](facts)
}

/** The link to choose a time, for a person who asked for a meeting in a call. The contact is dropped where it does not fit. */
export function timeLinkSms({ lender, url, phone }: { lender: string; url: string; phone: string }): string {
  const text = (contact: string): string =>
    `${lender}: choose a time for the meeting you asked for ${url}${contact} Reply STOP to opt out.`
  const full = text(phone && ` Questions ${phone}.`)
  return fitsOneSms(full) ? full : text('')
}

const people: Record<number, string> = { 1: '1 person', 2: '2 people', 3: '3 people', 4: '4 or more people' }

export function attendeesText(attendees: number): string {
  return people[attendees] ?? `${attendees} people`
}

export const meetingTitles: Record<MeetingType, string> = {
  'product-discussion': 'Product discussion',
  'accreditation-review': 'Accreditation review',
  'training-session': 'Training session',
  'general-inquiry': 'Meeting',
}

/**
 * The occasion of a message that a visitor must not miss, without its channel, e.g. 'booking:17:moved:1' of
 * 'booking:17:moved:1:sms'; null for reminders and for messages to others.
 */
export function visitorOccasion(occasion: string): string | null {
  return (
    /^booking:\d+:(?:unconfirmed|confirmed|moved|updated|cancelled)(?::\d+)?(?=$|:sms$)/.exec(
      occasion,
    )?.[0] ?? null
  )
}

/**
 * Whether messages of this occasion still state the meeting's current state; a lost one that does not needs no
 * follow-up.
 */
export function isCurrent(about: string, meeting: { status: string; sequence: number }): boolean {
  const [, , what, sequence] = about.split(':')
  if (what === 'unconfirmed') return meeting.status === 'unconfirmed'
  return sequence === undefined || Number(sequence) === meeting.sequence
}

/** Identifies the one reminder of a kind for a meeting's current time; moving the meeting allows another. */
export function reminderOccasion(meeting: { id: number; sequence: number }, ahead: 'day' | 'hour'): string {
  return `booking:${meeting.id}:reminder:${ahead}:${meeting.sequence}`
}
