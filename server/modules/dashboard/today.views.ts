import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#contract/calendar.ts'
import type { NextCallReason } from '#contract/campaigns/campaigns.ts'
import { CLOSING_TIME, type dashboardToday, EXPIRING_DAYS, MOST_TODAY } from '#contract/dashboard/today.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { isBusinessDay, sydneyDate, sydneyInstant, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { progressOf } from '#server/modules/campaigns/campaign-figures.views.ts'
import { countedRows } from '#server/modules/figures/counted-rows.views.ts'
import { pickMeasures, sourceNames } from '#server/modules/figures/measures.rules.ts'
import { lateTasks } from '#server/modules/tasks/late-tasks.views.ts'

type Today = ReturnsOf<typeof dashboardToday>

/** Campaigns that are named. */
const MOST_CAMPAIGNS = 20
/** Days that a holiday period can last. */
const MOST_CLOSED_DAYS = 14

/** The two clocks of the user's day: the real one, and the one that calling hours follow. */
interface Clocks {
  real: Date
  calling: Date
}

/** The day of the user: the night before, and what is due until its end. */
export async function viewToday(ctx: Ctx): Promise<Today> {
  const clocks = await readClocks(ctx)
  const today = sydneyDate(clocks.real)
  const [overnight, meetings, callBacks, campaigns, documents] = await Promise.all([
    viewOvernight(ctx, today),
    viewMeetings(ctx, clocks),
    viewCallBacks(ctx, clocks),
    viewResuming(ctx),
    can(ctx.actor, 'documents.read') ? viewExpiring(ctx, today) : null,
  ])
  return { day: sydneyDate(clocks.calling), overnight, meetings, callBacks, campaigns, documents }
}

/** The simulator's clock may be days ahead of the real one; where it starts in the past, the history is ahead of it. */
async function readClocks(ctx: Ctx): Promise<Clocks> {
  const real = ctx.now()
  const provider = ctx.providers.voice.active
  const clock = provider?.simulated ? (await provider.clock()).now : real
  return { real, calling: clock > real ? clock : real }
}

/** The day of this time in Sydney, as its two ends. */
function dayOf(at: Date): [Date, Date] {
  const day = sydneyDate(at)
  return [sydneyMidnight(day), sydneyMidnight(addDays(day, 1))]
}

/** Closing time of the last working day before this one. */
function closedSince(day: Day): Date {
  let before = addDays(day, -1)
  for (let days = 1; !isBusinessDay(before) && days < MOST_CLOSED_DAYS; days++) before = addDays(before, -1)
  return new Date(sydneyInstant(before, CLOSING_TIME) ?? sydneyMidnight(before))
}

const simulates = ({ providers }: Ctx): boolean => providers.voice.active?.simulated ?? true

async function viewOvernight(ctx: Ctx, day: Day): Promise<Today['overnight']> {
  const since = closedSince(day)
  const simulated = simulates(ctx)
  const measures = pickMeasures(['calls', 'responded', 'meetings', 'applications'])
  const counted = sourceNames.map((source) =>
    countedRows({ source, ranges: [{ from: since, to: null }], keys: [], measures }),
  )
  const { rows } = await sql<Omit<Today['overnight'], 'since'>>`
    select coalesce(sum(calls) filter (where simulated = ${simulated}), 0)::int as calls,
      coalesce(sum(responded) filter (where simulated = ${simulated}), 0)::int as responses,
      coalesce(sum(meetings) filter (where simulated = ${simulated} or not simulated), 0)::int as meetings,
      coalesce(sum(applications) filter (where simulated = ${simulated} or not simulated), 0)::int as applications,
      (select count(*)::int from suppressions where source in ('key', 'voice', 'sms_stop') and created_at >= ${since}
        and (simulated = ${simulated} or not simulated)) as opt_outs,
      (select count(*)::int from documents where uploaded_at >= ${since}) as documents
    from (${sql.join(counted, sql` union all `)}) f`.execute(ctx.db)
  const none = { calls: 0, responses: 0, meetings: 0, applications: 0, optOuts: 0, documents: 0 }
  return { since: since.toISOString(), ...none, ...rows[0] }
}

/** The first rows of a statement and how many there are. */
async function listed<Row extends object>(
  ctx: Ctx,
  statement: RawBuilder<Row>,
): Promise<{ total: number; rows: Row[] }> {
  const { rows } = await sql<Row & { total: number }>`
    select *, count(*) over ()::int as total from (${statement}) listed limit ${MOST_TODAY}`.execute(ctx.db)
  return { total: rows[0]?.total ?? 0, rows }
}

interface MeetingRow {
  id: number
  start: Date
  end: Date
  meetingType: Today['meetings']['rows'][number]['meetingType']
  name: string
  company: string | null
  bdmId: number
  bdmName: string
  over: boolean
}

/** Meetings of simulated calls are on the simulator's clock, others on the real one. */
async function viewMeetings(ctx: Ctx, { real, calling }: Clocks): Promise<Today['meetings']> {
  const [[from, to], [simulatedFrom, simulatedTo]] = [dayOf(real), dayOf(calling)]
  const now = sql`case when b.simulated then ${calling}::timestamptz else ${real}::timestamptz end`
  // a meeting that has ended is listed last
  const { total, rows } = await listed(
    ctx,
    sql<MeetingRow>`select b.id, lower(b.during) as start, upper(b.during) as end, b.meeting_type,
      coalesce(r.name, b.name) as name, r.company, d.id as bdm_id, d.name as bdm_name, upper(b.during) < ${now} as over
    from bookings b join bdms d on d.id = b.bdm_id left join brokers r on r.id = b.broker_id
    where b.status in ('booked', 'held', 'no_show') and not b.test and (${simulates(ctx)} or not b.simulated)
      and case when b.simulated then lower(b.during) >= ${simulatedFrom} and lower(b.during) < ${simulatedTo}
        else lower(b.during) >= ${from} and lower(b.during) < ${to} end
      and lower(b.during) >= ${from < simulatedFrom ? from : simulatedFrom}
      and lower(b.during) < ${to > simulatedTo ? to : simulatedTo}
    order by upper(b.during) < ${now}, lower(b.during), b.id`,
  )
  return {
    total,
    rows: rows.map(({ start, end, bdmId, bdmName, over, ...row }) => ({
      ...{ id: row.id, meetingType: row.meetingType, name: row.name, company: row.company },
      ...{ scheduledDate: start.toISOString(), endsAt: end.toISOString() },
      ...{ bdm: { id: bdmId, name: bdmName }, over },
    })),
  }
}

interface CallBackRow {
  taskId: number
  name: string | null
  company: string | null
  dueAt: Date
  overdue: boolean
  byAgent: boolean
  agentCalls: number
}

/** A task of a simulated call is due on the simulator's clock, so its day ends there. */
async function viewCallBacks(ctx: Ctx, { real, calling }: Clocks): Promise<Today['callBacks']> {
  const [[, end], [, simulatedEnd]] = [dayOf(real), dayOf(calling)]
  const { total, rows } = await listed(
    ctx,
    sql<CallBackRow>`select t.id as task_id, coalesce(b.name, t.name, t.phone) as name, b.company, coalesce(r.due_at, t.due_at) as due_at,
      ${await lateTasks(ctx)} as overdue, t.kind = 'requested_call' as by_agent,
      (count(*) filter (where t.kind = 'requested_call') over ())::int as agent_calls
    from tasks t left join brokers b on b.id = t.broker_id
      -- the planned time, as the task and the broker's page give it; the task itself is due at the end of the agent's window
      left join requested_calls r on r.id = substring(t.dedupe_key from '^requested_call:([0-9]+)$')::int
    where t.state = 'open' and t.kind in ('call_back', 'requested_call')
      and (t.snoozed_until is null or t.snoozed_until <= ${ctx.now()})
      and t.due_at < case when t.simulated_at is null then ${end}::timestamptz else ${simulatedEnd}::timestamptz end
    order by due_at, t.id`,
  )
  return {
    total,
    byAgent: rows[0]?.agentCalls ?? 0,
    rows: rows.map(({ taskId, name, company, dueAt, overdue, byAgent }) => ({
      ...{ taskId, name, company, overdue, byAgent, dueAt: dueAt.toISOString() },
    })),
  }
}

interface ResumingRow {
  id: number
  name: string
  timezone: string
  waiting: number
  nextCallAt: Date
  nextCallReason: NextCallReason
  retries: number
}

/** Running campaigns whose brokers are all due later. */
async function viewResuming(ctx: Ctx): Promise<Today['campaigns']> {
  const provider = ctx.providers.voice.active
  if (!provider) return []
  const { now } = await provider.clock()
  const running = sql`array(select d.campaign_id from campaign_dialling d join campaigns c on c.id = d.campaign_id
    where d.running and c.status = 'active' order by c.id desc limit ${MOST_CAMPAIGNS})`
  const { rows } = await sql<ResumingRow>`
    select c.id, c.name, c.timezone, f.waiting, f.next_call_at, f.next_call_reason, f.retries
    from ${progressOf(ctx, running)} f join campaigns c on c.id = f.id
    where f.waiting > 0 and f.in_flight = 0 and f.next_call_at > ${now} order by f.next_call_at, c.id`.execute(
    ctx.db,
  )
  return rows.map(({ nextCallAt, nextCallReason: reason, ...row }) => ({
    ...{ ...row, reason, resumesAt: nextCallAt.toISOString() },
  }))
}

interface ExpiringRow {
  id: number
  brokerId: number
  brokerName: string
  documentType: string
  expiresOn: string
}

async function viewExpiring(ctx: Ctx, day: Day): Promise<Today['documents']> {
  const { total, rows } = await listed(
    ctx,
    sql<ExpiringRow>`select d.id, b.id as broker_id, b.name as broker_name, t.name as document_type,
      d.expires_on::text as expires_on
    from documents d join brokers b on b.id = d.broker_id join document_types t on t.id = d.document_type_id
    where d.status = 'approved' and not d.replaced and d.expires_on >= ${day}::date
      and d.expires_on <= ${addDays(day, EXPIRING_DAYS)}::date
    order by d.expires_on, d.id`,
  )
  return {
    total,
    rows: rows.map(({ id, brokerId, brokerName, documentType, expiresOn }) => ({
      ...{ id, documentType, expiresOn, broker: { id: brokerId, name: brokerName } },
    })),
  }
}
