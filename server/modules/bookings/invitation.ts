import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { Meeting } from './meeting.views.ts'
import { meetingTitles } from './notify.rules.ts'

export interface Invitation {
  method: 'REQUEST' | 'CANCEL'
  ics: string
}

export interface InvitationFacts {
  lender: string
  /** Where the visitor changes it; null once there is nothing to change. */
  manageUrl: string | null
  /** When this version was written. */
  now: Date
}

const PRODUCT = { company: 'Brokerline', product: 'Bookings', language: 'EN' }

/** A parameter of the format cannot carry a double quote or a control character, however it is escaped. */
const parameter = (text: string): string => text.replaceAll('"', "'").replaceAll(/\p{Cc}+/gu, ' ')

/** The calendar invitation: the UID stays for the meeting's whole life, the sequence grows with every change. */
export function invitation(meeting: Meeting & { email: string }, facts: InvitationFacts): Invitation {
  const method = meeting.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod[method] })
  const lines = [
    meeting.agenda,
    meeting.videoLink && `Video call: ${meeting.videoLink}`,
    facts.manageUrl && `Change or cancel: ${facts.manageUrl}`,
  ]
  calendar.createEvent({
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
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return { method, ics: calendar.toString() }
}
