import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { optionalEmail } from '#contract/email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant } from '#contract/ids.ts'
import { cameFrom } from '#contract/microsites/came-from.ts'
import { optionalLongText, optionalText, withoutAddresses } from '#contract/text-fields.ts'
import { BESIDE_OTHERS } from '#contract/texts.ts'

const tag = 'Bookings'

/** Every slot, label and calendar day of a booking is in this zone. */
export const BOOKING_ZONE = 'Australia/Sydney'
export const MEETING_MINUTES = 60
export const MINIMUM_NOTICE_HOURS = 2
/** How far ahead a meeting can be booked. */
export const HORIZON_DAYS = 60
/** Meetings that one person may have ahead at a time. */
export const MAX_OPEN_MEETINGS = 2
/** How long the time is held of a booking that waits for its confirmation. */
export const HOLD_MINUTES = 30
/** Days that one availability request may span. */
export const MAX_AVAILABILITY_DAYS = 62
export const MAX_AGENDA = 2000

export const meetingTypes = [
  'product-discussion',
  'accreditation-review',
  'training-session',
  'general-inquiry',
] as const
export type MeetingType = (typeof meetingTypes)[number]

export const meetingTypeLabels: Record<MeetingType, string> = {
  'product-discussion': 'Product discussion',
  'accreditation-review': 'Accreditation review',
  'training-session': 'Training session',
  'general-inquiry': 'General inquiry',
}

export const attendeeOptions = [
  { value: 1, label: 'Just me' },
  { value: 2, label: '2 people' },
  { value: 3, label: '3 people' },
  { value: 4, label: '4+ people' },
] as const

export const bookingStatuses = ['unconfirmed', 'booked', 'held', 'no_show', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingStatusLabels: Record<BookingStatus, string> = {
  unconfirmed: 'Awaiting confirmation',
  booked: 'Booked',
  held: 'Held',
  no_show: 'No-show',
  cancelled: 'Cancelled',
}

/** Which status may follow which; staff may correct what they marked. */
export const bookingTransitions: Record<BookingStatus, readonly BookingStatus[]> = {
  unconfirmed: ['booked', 'cancelled'],
  booked: ['held', 'no_show', 'cancelled'],
  held: ['no_show', 'booked'],
  no_show: ['held', 'booked'],
  cancelled: [],
}

export const bookingSources = ['web', 'call', 'staff'] as const

export const SLOT_TAKEN = 'That time has just been taken'
export const NO_TIMES_LEFT = 'No times left on this day'
export const SELECT_SLOT = 'Please select a time slot'

/** The visitor's choices, without their personal details. */
const meeting = {
  meetingType: z.enum(meetingTypes, 'Meeting type is required'),
  scheduledDate: z.iso.datetime({ offset: true, error: SELECT_SLOT }),
  attendees: z
    .number('Number of attendees is required')
    .int('Number of attendees is required')
    .min(1, 'Number of attendees is required')
    .max(4, 'Choose 4 for four people or more'),
  agenda: optionalLongText(MAX_AGENDA),
}

/**
 * `brokerId` attributes the booking; `brokerKey`, from a link that was sent to the broker, shows that it is theirs.
 * A visitor without a broker gives their details.
 */
export const bookingFields = z.object({
  ...meeting,
  brokerId: bodyId.nullish(),
  brokerKey: optionalText(200),
  cameFrom,
  name: withoutAddresses(optionalText(200)),
  email: optionalEmail,
  phone: optionalText(60),
  /**
   * A honeypot field, hidden from people. A value may be from a bot or from a person's form filler: the submission is
   * held for review.
   */
  formCheck: z.string().max(500).optional(),
  /** The signed time at which the form was opened. Without it the submission is kept for review, never refused. */
  formTime: z.string().max(500).optional().catch(undefined),
})
export type BookingInput = z.input<typeof bookingFields>

/** The request as sent: without a broker's link it holds the attendee's details. */
export const newBooking = bookingFields.superRefine(({ brokerId, name, email, phone }, check) => {
  if (brokerId != null) return
  const missing = (field: string, message: string) =>
    check.addIssue({ code: 'custom', path: [field], message })
  if (!name) missing('name', 'Name is required')
  if (!email) missing('email', 'Valid email is required')
  if (!phone) missing('phone', 'Phone number is required')
}, BESIDE_OTHERS)

/** A booking as its visitor sees it: nothing of the broker's record. */
export const visitorBooking = z.object({
  id: z.number(),
  status: z.enum(bookingStatuses),
  meetingType: z.enum(meetingTypes),
  scheduledDate: instant,
  endsAt: instant,
  /** e.g. 'AEDT', on the date of the meeting. */
  zoneLabel: z.string(),
  attendees: z.number(),
  agenda: z.string().nullable(),
  bdmName: z.string(),
  /** Until when it had or has to be confirmed; null where it needs no confirmation or has it. */
  confirmBy: instant.nullable(),
})
export type VisitorBooking = z.infer<typeof visitorBooking>

/** The response to the visitor who made the booking. */
export const madeBooking = visitorBooking.extend({
  /** Where it is rescheduled or cancelled; null while it waits for the click in its email, which has that link. */
  manageUrl: z.string().nullable(),
})
export type MadeBooking = z.infer<typeof madeBooking>

/** The meeting that the link of the confirmation opens. */
export const managedBooking = visitorBooking.extend({
  videoLink: z.string().nullable(),
  canChange: z.boolean(),
  /** Why it cannot be changed; null when it can. */
  reason: z.string().nullable(),
})
export type ManagedBooking = z.infer<typeof managedBooking>

export const booking = visitorBooking.extend({
  bdm: z.object({ id: z.number(), name: z.string() }),
  broker: z.object({ id: z.number(), name: z.string(), company: z.string().nullable() }).nullable(),
  /** The attendee: the broker's record, or the visitor's own details. */
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source: z.enum(bookingSources),
  /** The start that was confirmed in the call, where another one had to be booked. */
  saidDate: instant.nullable(),
  callId: z.number().nullable(),
  /** Booked in a test call: not counted in reports. */
  test: z.boolean(),
  videoLink: z.string().nullable(),
  note: z.string().nullable(),
  /** Why it may have been sent by a program; null where nothing suggests it, or a person has confirmed. */
  reviewReason: z.string().nullable(),
  createdAt: instant,
  /** The simulator's clock when a simulated call booked it; null for any other booking. */
  simulatedAt: instant.nullable(),
})
export type Booking = z.infer<typeof booking>

export const slot = z.object({
  start: instant,
  /** e.g. '9:00 AM', in BOOKING_ZONE. */
  label: z.string(),
  available: z.boolean(),
})
export const availabilityDay = z.object({ date: z.iso.date(), slots: z.array(slot) })
export type AvailabilityDay = z.infer<typeof availabilityDay>
export type Slot = z.infer<typeof slot>

export const availability = endpoint('GET /api/bookings/availability', {
  tag,
  summary:
    'Slots of every day from `from` to `to` (Sydney days, both included); a slot is free while any BDM is. Days more than 60 ahead have none. With a signed link (`broker` and `key`, or `token`), only slots within 8 am and 6 pm of the broker’s clock',
  access: 'public',
  query: z.object({
    from: givenDay(),
    to: givenDay(),
    broker: id.optional(),
    /** Of the broker's signed link. */
    key: z.string().max(200).optional(),
    /** Of the signed link that manages a meeting. */
    token: z.string().max(500).optional(),
  }),
  returns: z.array(availabilityDay),
})

export const createBooking = endpoint('POST /api/bookings', {
  tag,
  summary:
    'Books a meeting within the next 60 days, at most two a person; 409 with fresh slots in the availability when the time has just been taken. Without `brokerKey` it may have to be confirmed by `confirmBy` through the link in its email',
  access: 'public',
  body: newBooking,
  returns: madeBooking,
  status: 201,
  idempotent: true,
  limit: { requests: 20, minutes: 10 },
})

export const getBooking = endpoint('GET /api/bookings/:id', {
  tag,
  summary: 'One booking',
  access: 'admin_area.read',
  params: idParams,
  returns: booking,
})

export const updateBooking = endpoint('PATCH /api/bookings/:id', {
  tag,
  summary: 'Confirms a meeting, marks it as held, no-show or cancelled, or writes a note',
  access: 'bookings.write',
  params: idParams,
  body: z.object({
    status: z.enum(bookingStatuses, 'Choose a status').optional(),
    note: optionalLongText(2000).optional(),
  }),
  returns: booking,
  edits: { subject: 'booking', fields: ['status', 'note'] },
})

export const bookingTimes = endpoint('GET /api/bookings/:id/times', {
  tag,
  summary:
    'The times to which a meeting can be rescheduled, its own among them; `bdmId`: where that BDM is free, otherwise where anyone is',
  access: 'bookings.write',
  params: idParams,
  query: z.object({ from: givenDay(), to: givenDay(), bdmId: id.optional() }),
  returns: z.array(availabilityDay),
})

export const rescheduleBooking = endpoint('POST /api/bookings/:id/reschedule', {
  tag,
  summary:
    'Moves a meeting that has not begun to another time, or with `bdmId` to another BDM, and tells everybody concerned; 409 when the time has just been taken, or the meeting is no longer where `was` says',
  access: 'bookings.write',
  params: idParams,
  body: z.object({
    scheduledDate: meeting.scheduledDate,
    bdmId: bodyId.optional(),
    /** Place of the meeting when this was decided: the meeting is left unchanged if it has been moved since. */
    was: z.object({ scheduledDate: meeting.scheduledDate, bdmId: bodyId }).optional(),
  }),
  returns: booking,
  edits: { subject: 'booking', fields: ['status', 'scheduledDate', 'bdm'] },
})

export const bookingPage = endpoint('GET /booking', {
  tag,
  summary: 'The page Book a Meeting with BDM',
  access: 'public',
  // lenient: a wrong parameter in a link must not keep the visitor from the page
  query: z.object({ broker: z.unknown().optional(), key: z.unknown().optional() }).loose(),
  kind: 'file',
})
