import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { unlinked } from '#contract/text-fields.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import type { CalendarMeeting } from '#server/providers/ports/calendars.ts'
import type { Meeting } from './meeting.views.ts'
import { meetingTitles } from './notify.rules.ts'

export interface Invitation {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  ics: string
}

export interface InvitationFacts {
  lender: string
  /** Where the visitor changes the meeting; null once it is cancelled. */
  manageUrl: string | null
  /** When this version was created. */
  now: Date
}

const PRODUCT = { company: 'Brokerline', product: 'Bookings', language: 'EN' }

/** iCalendar parameters cannot hold double quotes or control characters, even escaped. */
const parameter = (text: string): string => text.replaceAll('"', "'").replaceAll(/\p{Cc}+/gu, ' ')

/** The calendar invitation. The UID stays for the meeting's lifetime; the sequence grows with every change. */
export function invitation(meeting: Meeting & { email: string }, facts: InvitationFacts): Invitation {
  const method = meeting.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod[method] })
  calendar.createEvent({
    ...eventOf(meeting, facts),
    organizer: { name: parameter(meeting.bdmName), email: meeting.bdmEmail },
    attendees: [
      {
        name: parameter(meeting.name),
        email: meeting.email,
        role: ICalAttendeeRole.REQ,
        type: ICalAttendeeType.INDIVIDUAL,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: true,
      },
    ],
  })
  return { method, ics: calendar.toString() }
}

/** 'Product discussion: Sam Lee, Lee Finance' */
const titleForBdm = ({ meetingType, name, company }: Meeting): string =>
  `${meetingTitles[meetingType]}: ${[name, company].filter(Boolean).join(', ')}`

/** The meeting as it is written into the BDM's connected calendar. @param url of the meeting on our screens */
export function meetingForCalendar(
  meeting: Meeting,
  { url, serviceLink }: { url: string /** Of the calendar service. */; serviceLink: string | null },
): CalendarMeeting {
  const videoLink = meeting.videoLink === serviceLink ? null : meeting.videoLink
  const lines = [
    meeting.agenda && unlinked(meeting.agenda),
    [meeting.email, meeting.phone && formatPhone(meeting.phone)].filter(Boolean).join(', '),
    videoLink && `Video call: ${videoLink}`,
    `In Brokerline: ${url}`,
  ]
  return {
    uid: meeting.uid,
    start: meeting.start,
    end: meeting.end,
    title: titleForBdm(meeting),
    description: lines.filter(Boolean).join('\n\n'),
    videoLink,
  }
}

/** The entry for the BDM's own calendar, which the mail of a notice carries. @param cancelled the BDM no longer holds the meeting */
export function bdmEntry(
  meeting: Meeting,
  { cancelled, url, ...facts }: InvitationFacts & { cancelled: boolean; url: string },
): Invitation {
  const method = cancelled ? 'CANCEL' : 'PUBLISH'
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod[method] })
  const event = eventOf(meeting, facts)
  calendar.createEvent({
    ...event,
    summary: titleForBdm(meeting),
    description: [event.description, `In Brokerline: ${url}`].filter(Boolean).join('\n\n'),
    organizer: { name: parameter(meeting.bdmName), email: meeting.bdmEmail },
    ...(cancelled && { status: ICalEventStatus.CANCELLED }),
  })
  return { method, ics: calendar.toString() }
}

/** The same event as a file to import: with the invitation's UID, so that the calendar gets no second entry. */
export function calendarFile(meeting: Meeting, facts: InvitationFacts): string {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod.PUBLISH })
  calendar.createEvent(eventOf(meeting, facts))
  return calendar.toString()
}

function eventOf(meeting: Meeting, facts: InvitationFacts): ICalEventData {
  const lines = [
    meeting.agenda && unlinked(meeting.agenda),
    meeting.videoLink && `Video call: ${meeting.videoLink}`,
    facts.manageUrl && `Change or cancel: ${facts.manageUrl}`,
  ]
  return {
    id: meeting.uid,
    sequence: meeting.sequence,
    start: meeting.start,
    end: meeting.end,
    stamp: facts.now,
    created: meeting.createdAt,
    lastModified: meeting.updatedAt,
    summary: `${meetingTitles[meeting.meetingType]} with ${meeting.bdmName}, ${facts.lender}`,
    description: lines.filter(Boolean).join('\n\n') || null,
    location: meeting.videoLink ?? 'Video call',
    url: meeting.videoLink,
    status: meeting.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}
