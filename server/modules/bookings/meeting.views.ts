import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookingStatus, bookingSources, MeetingType } from '#contract/bookings/bookings.ts'
import type { Ctx } from '#server/ctx.ts'

/** A booking with everything that screens, messages and calendars show of it. */
export interface Meeting {
  id: number
  status: BookingStatus
  meetingType: MeetingType
  start: Date
  end: Date
  attendees: number
  agenda: string | null
  bdmId: number
  bdmName: string
  bdmEmail: string
  bdmZone: string
  videoLink: string | null
  brokerId: number | null
  /** From the broker's record if the booking has a broker, else as the visitor entered it. */
  name: string
  company: string | null
  email: string | null
  phone: string | null
  /** Of the broker; null for a visitor, or if the broker has none. */
  zone: string | null
  source: (typeof bookingSources)[number]
  byOwnLink: boolean
  callId: number | null
  simulated: boolean
  test: boolean
  uid: string
  sequence: number
  /** Until when it had or has to be confirmed; null where it needs no confirmation or has it. */
  confirmBy: Date | null
  cancelledAt: Date | null
  note: string | null
  /** Why it may have been sent by a program. */
  reviewReason: string | null
  /** The start that was confirmed in the call, where another one had to be booked. */
  saidStart: Date | null
  scheduledAt: Date
  createdAt: Date
  /** The time on the simulator's clock when a simulated call booked it. */
  simulatedAt: Date | null
  updatedAt: Date
}

/** Columns of a `Meeting`; they need the joins of `meetingTables`. */
export const meetingColumns: RawBuilder<unknown> = sql`
  bookings.id, bookings.status, bookings.meeting_type, lower(bookings.during) as start,
  upper(bookings.during) as end, bookings.attendees, bookings.agenda, bookings.bdm_id, bdms.name as bdm_name,
  bdms.email as bdm_email, bdms.timezone as bdm_zone, coalesce(bdms.video_link, nullif(organisation.video_link, ''), bookings.service_video_link) as video_link,
  bookings.broker_id, brokers.timezone as zone, coalesce(brokers.name, bookings.name) as name, brokers.company,
  coalesce(brokers.email, bookings.email) as email,
  -- a meeting booked in a call is confirmed to the number that was called
  case when bookings.source = 'call' then bookings.phone else coalesce(brokers.phone, bookings.phone) end as phone,
  bookings.source, case when bookings.confirmed_at is null then bookings.confirm_by end as confirm_by,
  bookings.cancelled_at, bookings.by_own_link, bookings.call_id, bookings.simulated, bookings.test, bookings.uid, bookings.sequence,
  bookings.note, bookings.review_reason, bookings.said_start, bookings.scheduled_at, bookings.created_at, bookings.updated_at,
  case when bookings.simulated then (
    select c.simulated_at + greatest(interval '0', bookings.created_at - c.created_at) * c.clock_speed
    from calls c where c.id = bookings.call_id) end as simulated_at`

export const meetingTables: RawBuilder<unknown> = sql`
  bookings join bdms on bdms.id = bookings.bdm_id cross join organisation
  left join brokers on brokers.id = bookings.broker_id`

/** Meetings that match a condition, by start. */
export async function findMeetings(ctx: Ctx, where: RawBuilder<SqlBool>): Promise<Meeting[]> {
  const { rows } = await sql<Meeting>`select ${meetingColumns} from ${meetingTables} where ${where}
    order by lower(bookings.during), bookings.id`.execute(ctx.db)
  return rows
}

export async function findMeeting(ctx: Ctx, id: number): Promise<Meeting | undefined> {
  const [meeting] = await findMeetings(ctx, sql<SqlBool>`bookings.id = ${id}`)
  return meeting
}

/** @throws if it does not exist, so only for ids of existing bookings */
export async function getMeeting(ctx: Ctx, id: number): Promise<Meeting> {
  const meeting = await findMeeting(ctx, id)
  if (!meeting) throw new Error(`booking ${id} not found`)
  return meeting
}
