import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarMeeting } from '../ports/calendars.ts'

const PRODUCT = { company: 'Brokerline', product: 'Bookings', language: 'EN' }

/** A meeting as an object of a CalDAV calendar: without organiser and attendees, because servers send them mail. */
export function meetingIcs({ uid, start, end, title, description, videoLink }: CalendarMeeting): string {
  const calendar = ical({ prodId: PRODUCT })
  calendar.createEvent({
    ...{ id: uid, start, end, summary: title, description },
    ...{ location: videoLink, url: videoLink },
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
  })
  return calendar.toString()
}
