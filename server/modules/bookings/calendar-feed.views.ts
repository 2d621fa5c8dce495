import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { findMeetings, type Meeting } from './meeting.views.ts'
import { attendeesText, meetingTitles } from './notify.rules.ts'

/** A feed token (128 bits, base64url) and its extension. */
const FILE = /^([\w-]{22})\.ics$/
const PAST_DAYS = 60
const DAY_MS = 86_400_000

export interface CalendarFile {
  ics: string
  /** Changes only with the content. */
  etag: string
}

/** The calendar behind a secret address; null for an unknown address. */
export async function viewCalendar(ctx: Ctx, file: string): Promise<CalendarFile | null> {
  const token = FILE.exec(file)?.[1]
  if (!token) return null
  const bdm = await ctx.db
    .selectFrom('bdms')
    .select(['id', 'name', 'createdAt'])
    .where('feedToken', '=', token)
    .executeTakeFirst()
  if (!bdm) return null
  const since = new Date(ctx.now().getTime() - PAST_DAYS * DAY_MS)
  const meetings = await findMeetings(
    ctx,
    sql<SqlBool>`bookings.bdm_id = ${bdm.id} and bookings.status not in ('cancelled', 'unconfirmed')
      and upper(bookings.during) > ${since}`,
  )
  const absences = await ctx.db
    .selectFrom('bdmAbsences')
    .select([
      'id',
      'reason',
      'createdAt',
      sql<Date>`lower(during)`.as('start'),
      sql<Date>`upper(during)`.as('end'),
    ])
    .where('bdmId', '=', bdm.id)
    .where('kind', '=', 'leave')
    .where(sql<boolean>`upper(during) > ${since}`)
    .orderBy('id')
    .execute()
  const host = new URL(ctx.providers.publicUrl).hostname
  const ics = render(bdm.name, [
    ...meetings.map((meeting) => meetingEvent(ctx, meeting)),
    ...absences.map(({ id, reason, createdAt, start, end }) => ({
      id: `leave-${id}@${host}`,
      start,
      end,
      // when the entry was created, not when it is read, so that the file only changes with its content
      stamp: createdAt,
      summary: `Leave: ${reason}`,
    })),
  ])
  return { ics, etag: `"${createHash('sha256').update(ics).digest('base64url').slice(0, 27)}"` }
}

type Event = Parameters<ReturnType<typeof ical>['createEvent']>[0]

function render(name: string, events: readonly Event[]): string {
  const calendar = ical({
    name: `Meetings of ${name}`,
    prodId: { company: 'Brokerline', product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 900,
  })
  for (const event of events) calendar.createEvent(event)
  return calendar.toString()
}

function meetingEvent(ctx: Ctx, meeting: Meeting): Event {
  const visitor = meeting.company ? `${meeting.name}, ${meeting.company}` : meeting.name
  const lines = [
    attendeesText(meeting.attendees),
    [meeting.email, meeting.phone].filter(Boolean).join(', '),
    meeting.agenda,
    meeting.note && `Note: ${meeting.note}`,
    `${ctx.providers.publicUrl}/bookings?booking=${meeting.id}`,
  ]
  return {
    id: meeting.uid,
    sequence: meeting.sequence,
    start: meeting.start,
    end: meeting.end,
    stamp: meeting.updatedAt,
    created: meeting.createdAt,
    lastModified: meeting.updatedAt,
    summary: `${meetingTitles[meeting.meetingType]}: ${visitor}`,
    description: lines.filter(Boolean).join('\n'),
    location: meeting.videoLink ?? 'Video call',
    url: meeting.videoLink,
    status: ICalEventStatus.CONFIRMED,
  }
}
