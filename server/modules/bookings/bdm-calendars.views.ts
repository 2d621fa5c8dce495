import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type BdmCalendar, type bdmCalendars, MAX_CALENDAR_DAYS } from '#contract/bookings/bdm-calendars.ts'
import { addDays, daysFromTo } from '#contract/calendar.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { closedReason, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { type CalendarFacts, calendarSlots } from './bdm-calendars.rules.ts'
import { findMeetings } from './meeting.views.ts'
import { holdsTime } from './store.ts'
import { toBooking } from './views.ts'

interface BdmRow extends Pick<CalendarFacts, 'hours' | 'blocks'> {
  id: number
  name: string
  active: boolean
}

interface SpanRow {
  bdmId: number
  kind: 'leave' | 'feed' | 'held'
  from: Date
  to: Date
  reason: string
}

/**
 * The calendars of those who take meetings, and of others who still have one in these days.
 * @throws AppError invalid
 */
export async function viewBdmCalendars(
  ctx: Ctx,
  { from, to, bdmId }: QueryOf<typeof bdmCalendars>,
): Promise<ReturnsOf<typeof bdmCalendars>> {
  requireDaysInOrder({ from, to })
  if (addDays(from, MAX_CALENDAR_DAYS - 1) < to) {
    throw invalid({ to: `Choose at most ${MAX_CALENDAR_DAYS} days` })
  }
  const dates = daysFromTo(from, to)
  const range = sql`tstzrange(${sydneyMidnight(from)}, ${sydneyMidnight(addDays(to, 1))})`
  const only = (column: string): RawBuilder<SqlBool> =>
    bdmId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${bdmId}`
  const meetings = await findMeetings(
    ctx,
    sql<SqlBool>`${holdsTime(ctx.now())} and bookings.during && ${range} and ${only('bookings.bdm_id')}`,
  )
  const { rows: spans } = await sql<SpanRow>`
    select bdm_id, kind, lower(during) as from, upper(during) as to, reason from bdm_absences
      where during && ${range} and ${only('bdm_id')}
    union all
    select bdm_id, 'held', lower(during), upper(during), '' from reserved_times
      where held_until > ${ctx.now()} and during && ${range} and ${only('bdm_id')}
    order by bdm_id, 3`.execute(ctx.db)
  const busy = [...new Set(meetings.map((meeting) => meeting.bdmId))]
  const { rows: bdms } = await sql<BdmRow>`
    select id, name, active, hours, blocks from bdms
    where ${only('id')} and (active or id = any(${busy}::int[]) or ${bdmId !== undefined})
    order by active desc, lower(name), id`.execute(ctx.db)
  return {
    days: dates.map((date) => ({ date, closed: closedReason(date) })),
    bdms: bdms.map(({ id, name, active, hours, blocks }): BdmCalendar => {
      const own = meetings.filter((meeting) => meeting.bdmId === id)
      const ownSpans = spans.filter((span) => span.bdmId === id)
      const absences = ownSpans.flatMap(({ kind, ...span }) =>
        kind === 'held' ? [] : [{ ...span, kind: kind === 'feed' ? ('busy' as const) : kind }],
      )
      const facts: CalendarFacts = {
        hours,
        blocks,
        absences,
        meetings: own.map(({ start, end }) => ({ from: start, to: end })),
        held: ownSpans.filter(({ kind }) => kind === 'held'),
      }
      return {
        id,
        name,
        active,
        slots: active ? calendarSlots(facts, dates, ctx.now()) : [],
        absences: absences.map(({ kind, reason, ...span }) => ({
          kind,
          // reasons from a BDM's own calendar are not shown
          reason: kind === 'leave' ? reason : '',
          from: span.from.toISOString(),
          to: span.to.toISOString(),
        })),
        meetings: own.map(toBooking),
      }
    }),
  }
}
