import { sql } from 'kysely'
import { bdmFields } from '#contract/bookings/bdms.ts'
import { addDays } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { mergeSpans, type Span } from '#server/calendar/spans.ts'
import type { Ctx } from '#server/ctx.ts'
import { createBdm } from '#server/modules/bookings/bdms.ts'
import { announceMade } from '#server/modules/bookings/booking-activities.ts'
import { getMeeting } from '#server/modules/bookings/meeting.views.ts'
import { daySlots, MEETING_MS, sortByPriority, statusAt } from '#server/modules/bookings/slots.rules.ts'
import { type BdmCalendar, loadCalendars } from '#server/modules/bookings/slots.views.ts'
import { insertBooking } from '#server/modules/bookings/store.ts'

/** The lender's business development managers and the states that each looks after. */
const team = [
  { name: 'Dana Cole', regions: ['NSW', 'ACT'], phone: '0491 570 006' },
  { name: 'Marco Ferri', regions: ['VIC', 'TAS'], phone: '0491 570 156' },
  { name: 'Aisha Rahman', regions: ['QLD'], phone: '0491 570 157' },
  { name: 'Tom Whitlock', regions: ['WA', 'SA', 'NT'], phone: '0491 570 158' },
] as const

export async function addTeam(system: Ctx): Promise<void> {
  for (const member of team) {
    const email = `${member.name.toLowerCase().replace(' ', '.')}@lumen.example`
    await createBdm(system, bdmFields.parse({ ...member, email }))
  }
}

export interface PastMeeting {
  callId: number
  brokerId: number
  toNumber: string
  region: string
  /** When the call was. */
  at: Date
}

/** Not every meeting is at the first free time: one of this many next times is chosen. */
const CHOICE = 12
const DAYS = 7
const DAY_MS = 24 * 3_600_000
/** One meeting in this many is a no-show. */
const MISSED = 9
/** One recent meeting in this many has not been marked yet. */
const UNMARKED = 31
/** Age in days from which all meetings are marked. */
const UNMARKED_DAYS = 14

/** Meetings booked in past calls, with their outcomes. Only inside `ctx.tx`. */
export async function bookPastMeetings(tx: Ctx, meetings: readonly PastMeeting[]): Promise<void> {
  for (const meeting of meetings) {
    const taken = takeTime(await loadCalendars(tx, weekOf(meeting)), meeting)
    const id = await insertBooking(tx, {
      ...taken,
      status: statusOf(meeting, taken.start, tx.now()),
      ...detailsOf(meeting, await nameOf(tx, meeting.brokerId)),
    })
    if (id === undefined) throw new Error('two meetings of the demo world at one time')
    await announceMade(tx, await getMeeting(tx, id))
  }
}

/**
 * Assigns times to meetings sequentially: each excludes the times of those before it.
 * @param calendars of the whole time, without meetings yet
 */
export function takeTimes(
  calendars: readonly BdmCalendar[],
  meetings: readonly PastMeeting[],
): { bdmId: number; start: Date }[] {
  const taken: { bdmId: number; span: Span }[] = []
  return meetings.map((meeting) => {
    const { from, to } = weekOf(meeting)
    const inWeek = taken.filter(({ span: [start, end] }) => end > from.getTime() && start < to.getTime())
    const own = withTaken(calendars, inWeek)
    const time = takeTime(own, meeting)
    const start = time.start.getTime()
    taken.push({ bdmId: time.bdmId, span: [start, start + MEETING_MS] })
    return time
  })
}

function withTaken(
  calendars: readonly BdmCalendar[],
  taken: readonly { bdmId: number; span: Span }[],
): BdmCalendar[] {
  return calendars.map((calendar) => {
    const spans = taken.filter(({ bdmId }) => bdmId === calendar.id).map(({ span }) => span)
    return { ...calendar, busy: mergeSpans([...calendar.busy, ...spans]), meetings: spans.length }
  })
}

const weekOf = ({ at }: PastMeeting) => ({ from: at, to: new Date(at.getTime() + (DAYS + 1) * DAY_MS) })

function takeTime(calendars: readonly BdmCalendar[], meeting: PastMeeting): { bdmId: number; start: Date } {
  const day = addDays(sydneyDate(meeting.at), 1)
  const free = Array.from({ length: DAYS }, (_, index) => addDays(day, index))
    .flatMap((date) => daySlots(calendars, date, meeting.at).slots)
    .filter(({ available }) => available)
  const start = free[(meeting.callId * 5) % Math.min(CHOICE, free.length)]?.start
  if (!start) throw new Error('the demo world has no time left for a meeting')
  const [bdm] = sortByPriority(
    calendars.filter((calendar) => statusAt(calendar, Date.parse(start)) === 'free'),
    { bdmId: null, region: meeting.region },
  )
  if (!bdm) throw new Error('a free time has a free BDM')
  return { bdmId: bdm.id, start: new Date(start) }
}

export const detailsOf = ({ callId, brokerId, toNumber }: PastMeeting, name: string) => ({
  uid: `call-${callId}@lumen.example`,
  ...{ meetingType: 'product-discussion', attendees: 1, brokerId, name, phone: toNumber },
  ...{ source: 'call', callId, simulated: true },
})

export function statusOf({ callId }: PastMeeting, start: Date, now: Date): 'booked' | 'held' | 'no_show' {
  if (start.getTime() + MEETING_MS > now.getTime()) return 'booked'
  if (callId % UNMARKED === 0 && now.getTime() - start.getTime() < UNMARKED_DAYS * DAY_MS) return 'booked'
  return callId % MISSED === 0 ? 'no_show' : 'held'
}

async function nameOf(tx: Ctx, brokerId: number): Promise<string> {
  const broker = await tx.db
    .selectFrom('brokers')
    .select('name')
    .where('id', '=', brokerId)
    .executeTakeFirstOrThrow()
  return broker.name
}

/** They were booked when the call ended. */
export async function setMeetingTimesBack(tx: Ctx): Promise<void> {
  await sql`update bookings set created_at = call_end_time, scheduled_at = call_end_time, updated_at = call_end_time
    from calls where calls.id = bookings.call_id`.execute(tx.db)
}
