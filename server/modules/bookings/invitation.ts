import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { unlinked } from '#contract/text-fields.ts'
import type { Meeting } from './meeting.views.ts'
import { meetingTitles } from './notify.rules.ts'

export interface Invitation {
  method: 'REQUEST' | 'CANCEL'
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
  const lines = [
    meeting.agenda && unlinked(meeting.agenda),
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
