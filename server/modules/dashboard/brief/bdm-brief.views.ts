import { type SqlBool, sql } from 'kysely'
import type { BriefedMeeting } from '#contract/bookings/bdm-brief.ts'
import { addDays, type Day } from '#contract/calendar.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { findMeetings, type Meeting } from '#server/modules/bookings/meeting.views.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { goodVersion } from '#server/modules/documents/rules.ts'
import { accreditationOf, viewBrokerTypes } from '#server/modules/documents/views.ts'
import { notFound } from '#server/platform/errors.ts'

interface Brief {
  bdm: { id: number; name: string }
  day: Day
  meetings: BriefedMeeting[]
  nextDay: Day | null
}

/** Open tasks of a broker that are listed. */
const MOST_TASKS = 5

/** A BDM's meetings of a day with what to know about each broker. @throws AppError not_found */
export async function viewBrief(ctx: Ctx, bdmId: number, day: Day): Promise<Brief> {
  const bdm = await ctx.db
    .selectFrom('bdms')
    .select(['id', 'name'])
    .where('id', '=', bdmId)
    .executeTakeFirst()
  if (!bdm) throw notFound('BDM')
  const listed = sql<SqlBool>`bookings.bdm_id = ${bdmId} and bookings.status in ('booked', 'held', 'no_show')
    and not bookings.test and (${simulates(ctx)} or not bookings.simulated)`
  const meetings = await findMeetings(
    ctx,
    sql<SqlBool>`${listed} and lower(bookings.during) >= ${sydneyMidnight(day)} and lower(bookings.during) < ${sydneyMidnight(addDays(day, 1))}`,
  )
  const briefed: BriefedMeeting[] = []
  for (const meeting of meetings) briefed.push(await briefOf(ctx, meeting))
  const next = await ctx.db
    .selectFrom('bookings')
    .select(sql<Day>`to_char(min(lower(during)) at time zone 'Australia/Sydney', 'YYYY-MM-DD')`.as('day'))
    .where(listed)
    .where(sql<SqlBool>`lower(bookings.during) >= ${sydneyMidnight(addDays(day, 1))}`)
    .executeTakeFirst()
  return { bdm, day, meetings: briefed, nextDay: next?.day ?? null }
}

async function briefOf(ctx: Ctx, meeting: Meeting): Promise<BriefedMeeting> {
  const { id, meetingType, status, attendees, name, company, phone, email, brokerId } = meeting
  const of =
    brokerId === null
      ? { lastCall: null, score: null, documents: null, tasks: [] }
      : await about(ctx, brokerId)
  return {
    ...{ id, meetingType, status, attendees, name, company, phone, email, brokerId },
    ...{ scheduledDate: meeting.start.toISOString(), endsAt: meeting.end.toISOString() },
    ...{ videoLink: meeting.videoLink, agenda: meeting.agenda, note: meeting.note, ...of },
  }
}

type About = Pick<BriefedMeeting, 'lastCall' | 'score' | 'documents' | 'tasks'>

interface Row {
  lastCall: About['lastCall']
  score: About['score']
  tasks: About['tasks'] | null
}

async function about(ctx: Ctx, brokerId: number): Promise<About> {
  const iso = sql.lit('YYYY-MM-DD"T"HH24:MI:SS"Z"')
  const { rows } = await sql<Row>`
    select (select jsonb_build_object('id', c.id, 'at', to_char(c.created_at at time zone 'UTC', ${iso}),
        'day', to_char(c.created_at at time zone 'Australia/Sydney', 'YYYY-MM-DD'),
        'outcome', c.outcome, 'response', c.response, 'summary', c.summary)
        from calls c where c.broker_id = ${brokerId} and not c.test and (not c.simulated or ${simulates(ctx)})
        order by c.id desc limit 1) as last_call,
      (select jsonb_build_object('month', s.month, 'overall', s.overall, 'tier', s.tier) from broker_scores s
        where s.broker_id = ${brokerId} order by s.month desc limit 1) as score,
      (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'details', details,
          'dueAt', to_char(due_at at time zone 'UTC', ${iso})) order by due_at, id)
        from (select * from tasks t where t.broker_id = ${brokerId} and t.state = 'open'
          order by due_at, id limit ${MOST_TASKS}) open) as tasks`.execute(ctx.db)
  const [row] = rows
  const types = await viewBrokerTypes(ctx, brokerId)
  const { status, required, fulfilled } = await accreditationOf(ctx, brokerId, types)
  const today = sydneyDate(ctx.now())
  const missing = types
    .filter((each) => each.required && goodVersion(each.versions, today) === undefined)
    .map(({ type }) => type.name)
  return {
    ...{ lastCall: row?.lastCall ?? null, score: row?.score ?? null, tasks: row?.tasks ?? [] },
    documents: { status, required, fulfilled, missing },
  }
}
