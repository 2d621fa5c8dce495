import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { SYDNEY } from '#contract/calendar.ts'
import { timezones } from '#contract/campaigns/campaigns.ts'
import { givenInstant } from '#contract/dates.ts'
import { emailField } from '#contract/email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'
import { optionalText, text } from '#contract/text-fields.ts'
import { booking, MEETING_MINUTES } from './bookings.ts'
import { connectedCalendar } from './calendar-services.ts'

const tag = 'Bookings'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, such as 09:00')
/** ISO weekday, 1 = Monday to 5 = Friday. */
const weekday = z
  .int('Choose a day from Monday to Friday')
  .min(1, 'Choose a day from Monday to Friday')
  .max(5, 'Meetings are held from Monday to Friday')
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const span = z
  .object({ weekday, from: clockTime, to: clockTime })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'End time must be after start time' })
  .refine(({ from, to }) => to <= from || minutesOf(to) - minutesOf(from) >= MEETING_MINUTES, {
    path: ['to'],
    error: `A meeting takes ${MEETING_MINUTES} minutes: give at least that long`,
  })

/** When a BDM takes calls, any day of the week. */
const callSpan = z
  .object({ weekday: z.int().min(1).max(7), from: clockTime, to: clockTime })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'End time must be after start time' })

/** Zones of staff: those of the capitals. */
export const staffZones = timezones.filter(({ value }) => value.startsWith('Australia/'))
const staffZone = z.enum(staffZones.map(({ value }) => value))

interface Hours {
  weekday: number
  from: string
  to: string
}

function overlap(spans: readonly Hours[]): boolean {
  return spans.some((a, index) =>
    spans.slice(index + 1).some((b) => a.weekday === b.weekday && a.from < b.to && b.from < a.to),
  )
}

/** Monday to Friday from 9 to 5: the hours for calls that are preset in the form. */
export const officeHours: z.infer<typeof callSpan>[] = [1, 2, 3, 4, 5].map((day) => ({
  weekday: day,
  from: '09:00',
  to: '17:00',
}))

/** Monday to Friday 9 to 12 and 14 to 17: the six slots of a day. */
export const defaultHours: z.infer<typeof span>[] = [1, 2, 3, 4, 5].flatMap((day) => [
  { weekday: day, from: '09:00', to: '12:00' },
  { weekday: day, from: '14:00', to: '17:00' },
])
/** The default block of every new calendar. */
export const defaultBlocks: z.infer<typeof recurringBlock>[] = [1, 2, 3, 4, 5].map((day) => ({
  weekday: day,
  from: '15:00',
  to: '16:00',
  reason: 'Team time',
}))

export const recurringBlock = z
  .object({ weekday, from: clockTime, to: clockTime, reason: text(200) })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'End time must be after start time' })

/** Calendars are copied with schemes that only open another program: webcal://, webcals:// and feed:// are read as https. */
export const readableAddress = (address: string): string =>
  address
    .replace(/^(?:webcals?|feed):(?:\/\/)?(?=https?:\/\/)/i, '')
    .replace(/^(?:webcals?|feed):(?:\/\/)?/i, 'https://')

const bdmShape = {
  name: text(200).min(1, 'Name is required'),
  email: emailField(),
  /** Rings when a broker of theirs asks for a person. */
  phone: optionalText(60),
  /** On the clock of `timezone`; null: the hours for meetings; empty: never. */
  callHours: z
    .array(callSpan)
    .max(50)
    .refine((spans) => !overlap(spans), 'Hours of one day must not overlap')
    .nullable(),
  timezone: staffZone,
  videoLink: z
    .union([
      z.literal(''),
      z.url({ protocol: /^https?$/, error: 'Enter a web address that starts with https://' }),
    ])
    .nullish()
    .transform((value) => value || null),
  active: z.boolean(),
  /** States whose brokers are offered this BDM first; empty for none in particular. */
  regions: z.array(z.enum(regions)).max(8),
  hours: z
    .array(span)
    .max(50)
    .refine((spans) => !overlap(spans), 'Hours of one day must not overlap'),
  blocks: z.array(recurringBlock).max(50),
  /** A calendar (ICS) whose busy times are not offered. */
  busyFeedUrl: z
    .union([
      z.literal(''),
      z.url({
        protocol: /^(?:https?|webcals?|feed)$/,
        error: 'Enter a web address that starts with https:// or webcal://',
      }),
    ])
    .nullish()
    .transform((value) => (value ? readableAddress(value) : null)),
  /** Whether an entry that is only tentative takes the time. */
  tentativeIsBusy: z.boolean(),
}
export const bdmFields = z.object({
  ...bdmShape,
  active: bdmShape.active.default(true),
  regions: bdmShape.regions.default([]),
  callHours: bdmShape.callHours.default(null),
  timezone: bdmShape.timezone.default(SYDNEY),
  hours: bdmShape.hours.default(defaultHours),
  blocks: bdmShape.blocks.default(defaultBlocks),
  tentativeIsBusy: bdmShape.tentativeIsBusy.default(true),
})
export type BdmInput = z.input<typeof bdmFields>

export const leave = z.object({ id: z.number(), from: instant, to: instant, reason: z.string() })

export const bdm = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  callHours: z.array(z.object({ weekday: z.number(), from: z.string(), to: z.string() })).nullable(),
  timezone: staffZone,
  videoLink: z.string().nullable(),
  active: z.boolean(),
  regions: z.array(z.enum(regions)),
  hours: z.array(z.object({ weekday: z.number(), from: z.string(), to: z.string() })),
  blocks: z.array(z.object({ weekday: z.number(), from: z.string(), to: z.string(), reason: z.string() })),
  leave: z.array(leave),
  /** Address of this BDM's calendar feed; null for staff who may not edit the BDM. */
  calendarUrl: z.string().nullable(),
  busyFeedUrl: z.string().nullable(),
  busyFeed: z
    .object({
      readAt: instant.nullable(),
      error: z.string().nullable(),
      failingSince: instant.nullable(),
      events: z.number(),
      /** Entries that could not be read, or only in part, at most 20; the others count. */
      skipped: z.array(z.object({ entry: z.string(), reason: z.string() })),
    })
    .nullable(),
  /** Replaces `busyFeedUrl` while it is there. */
  connectedCalendar: connectedCalendar.nullable(),
  tentativeIsBusy: z.boolean(),
  upcoming: z.number(),
  createdAt: instant,
})
export type Bdm = z.infer<typeof bdm>

export const listBdms = endpoint('GET /api/bdms', {
  tag,
  summary: 'Business development managers with their hours, blocks and leave',
  access: 'admin_area.read',
  returns: z.array(bdm),
})

export const createBdm = endpoint('POST /api/bdms', {
  tag,
  summary: 'Adds a BDM; hours and the block at 3 PM are preset',
  access: 'bookings.write',
  body: bdmFields,
  returns: bdm,
  status: 201,
})

export const updateBdm = endpoint('PATCH /api/bdms/:id', {
  tag,
  summary: 'Changes a BDM; hours and blocks are replaced as a whole. Bookings already made stay',
  access: 'bookings.write',
  params: idParams,
  body: z.object(bdmShape).partial(),
  returns: bdm,
  edits: { subject: 'bdm', fields: Object.keys(bdmShape) },
})

export const addLeave = endpoint('POST /api/bdms/:id/leave', {
  tag,
  summary: 'Blocks out time in a BDM’s calendar; returns the bookings that fall in it',
  access: 'bookings.write',
  params: idParams,
  body: z
    .object({
      from: givenInstant(),
      to: givenInstant(),
      reason: text(200).min(1, 'Reason is required'),
    })
    .refine(({ from, to }) => Date.parse(to) > Date.parse(from), {
      path: ['to'],
      error: 'End must be after start',
    }),
  returns: z.object({ leave, conflicts: z.array(booking) }),
  status: 201,
})

export const removeLeave = endpoint('DELETE /api/bdms/:id/leave/:leaveId', {
  tag,
  summary: 'Removes the leave',
  access: 'bookings.write',
  params: z.object({ id, leaveId: id }),
  returns: z.object({ removed: z.literal(true) }),
})

export const renewCalendar = endpoint('POST /api/bdms/:id/calendar', {
  tag,
  summary: 'A new address for the calendar feed; the old one stops working',
  access: 'bookings.write',
  params: idParams,
  returns: bdm,
})

export const calendarFeed = endpoint('GET /calendar/:file', {
  tag,
  summary: 'The calendar of a BDM as ICS, by its secret address `{token}.ics`',
  access: 'public',
  params: z.object({ file: z.string().max(200) }),
  kind: 'file',
  otherStatuses: [304],
})
