/** Addresses that open a new event in the calendars most people have, with the meeting filled in. */
import { MEETING_MINUTES } from '#contract/bookings/bookings.ts'

export interface CalendarEvent {
  start: string
  title: string
  details: string
  location: string
}

const MS_A_MINUTE = 60_000
const endOf = (start: string): string =>
  new Date(Date.parse(start) + MEETING_MINUTES * MS_A_MINUTE).toISOString()
/** '20261124T220000Z' */
const stamp = (instant: string): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

export function googleCalendarUrl({ start, title, details, location }: CalendarEvent): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${stamp(start)}/${stamp(endOf(start))}`,
    details,
    location,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

export function outlookCalendarUrl({ start, title, details, location }: CalendarEvent): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(start).toISOString(),
    enddt: endOf(start),
    body: details,
    location,
  })
  return `https://outlook.office.com/calendar/0/deeplink/compose?${query}`
}
