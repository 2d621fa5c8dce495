import {
  attendeeOptions,
  BOOKING_ZONE,
  type Booking,
  type BookingStatus,
  bookingStatusLabels,
} from '#contract/bookings/bookings.ts'
import { addDays, shortDayName } from '#contract/calendar.ts'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<BookingStatus, Tone> = {
  unconfirmed: 'amber',
  booked: 'blue',
  held: 'green',
  no_show: 'amber',
  cancelled: 'grey',
}

export function bookingStatusLook(status: BookingStatus): { tone: Tone; label: string } {
  return { tone: tones[status], label: bookingStatusLabels[status] }
}

export const sourceLabels: Record<Booking['source'], string> = {
  web: 'Booking page',
  call: 'Call',
  staff: 'Staff',
}

/** As staff read it; the form's own words for one are the visitor's. */
export function attendeesText(attendees: number): string {
  if (attendees === 1) return '1 person'
  return attendeeOptions.find(({ value }) => value === attendees)?.label ?? String(attendees)
}

/** May have been sent by a program, and the meeting is still ahead of a decision. */
export function isToReview({ status, reviewReason }: Pick<Booking, 'status' | 'reviewReason'>): boolean {
  return reviewReason !== null && (status === 'unconfirmed' || status === 'booked')
}

/** The meeting is over, and its outcome is not recorded. */
export function isUnanswered({ status, endsAt }: Pick<Booking, 'status' | 'endsAt'>, now: number): boolean {
  return status === 'booked' && Date.parse(endsAt) <= now
}

/** State of the confirmation by a stranger; empty where none is required. */
export function confirmationText({ status, confirmBy }: Pick<Booking, 'status' | 'confirmBy'>): string {
  if (confirmBy === null) return ''
  const time = formatDateTime(confirmBy, { timeZone: BOOKING_ZONE })
  if (status === 'unconfirmed') return `Holds the time until ${time}`
  return `Not confirmed by ${time}`
}

/** 'Tue 24 Nov, 10:00 am AEDT' */
export function meetingTime(booking: Pick<Booking, 'scheduledDate'>): string {
  return formatDateTime(booking.scheduledDate, { timeZone: BOOKING_ZONE })
}

/** 'Tue 24 Nov, 2:00 pm AEDT': the time agreed in the call, before another time had to be booked. */
export function saidTime(saidDate: string): string {
  return meetingTime({ scheduledDate: saidDate })
}

/** '10:00 am – 11:00 am' */
export function meetingSpan(booking: Pick<Booking, 'scheduledDate' | 'endsAt'>): string {
  return `${formatTime(booking.scheduledDate, BOOKING_ZONE)} – ${formatTime(booking.endsAt, BOOKING_ZONE)}`
}

/** The viewer's local time; null where it equals Sydney time. */
export function ownTime(booking: Pick<Booking, 'scheduledDate'>, zone?: string): string | null {
  const own = formatDateTime(booking.scheduledDate, zone ? { timeZone: zone } : {})
  const withoutZone = (text: string): string => text.replace(/ \S+$/, '')
  return withoutZone(own) === withoutZone(meetingTime(booking)) ? null : own
}

/**
 * A meeting for one person: their time first, Sydney's after it where it differs: 'Tue 24 Nov, 7:00 am AWST (10:00 am in
 * Sydney)'. @param zone null: the browser's
 */
export function personTime(booking: Pick<Booking, 'scheduledDate'>, zone: string | null): string {
  const own = ownTime(booking, zone ?? undefined)
  const sydney = meetingTime(booking)
  if (!own) return sydney
  const dayOf = (text: string): string => text.slice(0, text.indexOf(',') + 2)
  const day = dayOf(own) === dayOf(sydney) ? '' : dayOf(sydney)
  return `${own} (${day}${formatTime(booking.scheduledDate, BOOKING_ZONE)} in Sydney)`
}

/** 'Today, Tue 24 Nov', 'Tomorrow, Wed 25 Nov', 'Thu 26 Nov'; with the year where it is not this one. */
export function dayHeading(booking: Pick<Booking, 'scheduledDate'>, now: number): string {
  const [day, today] = [dayIn(BOOKING_ZONE, booking.scheduledDate), dayIn(BOOKING_ZONE, now)]
  const name = shortDayName(day, day.slice(0, 4) !== today.slice(0, 4))
  const near = { [today]: 'Today', [addDays(today, 1)]: 'Tomorrow', [addDays(today, -1)]: 'Yesterday' }[day]
  return near ? `${near}, ${name}` : name
}
