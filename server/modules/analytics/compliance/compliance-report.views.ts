import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, firstDayOf, lastDayOf } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { complianceReport } from '#contract/surveillance/compliance-report.ts'
import type { Register } from '#contract/surveillance/registers.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { invalid } from '#server/platform/errors.ts'
import { viewAnalytics } from '../analytics.views.ts'
import {
  type Complaints,
  type Contests,
  type Handling,
  type MonthCounts,
  reportSections,
} from './compliance-report.rules.ts'

export type ComplianceReport = ReturnsOf<typeof complianceReport>

interface Span {
  start: Date
  end: Date
  simulated: boolean
}

/**
 * The report of a month in Sydney; of the current one until now.
 * @throws AppError invalid for a month that has not begun
 */
export async function viewComplianceReport(ctx: Ctx, month: string): Promise<ComplianceReport> {
  const [from, to] = [firstDayOf(month), lastDayOf(month)]
  const today = sydneyDate(ctx.now())
  if (from > today) throw invalid({ month: 'This month has not begun: choose an earlier one' })
  const until = to < today ? to : today
  const span: Span = {
    start: sydneyMidnight(from),
    end: sydneyMidnight(addDays(to, 1)),
    simulated: ctx.providers.voice.active?.simulated ?? true,
  }
  const organisation = await ctx.db.selectFrom('organisation').select('legalName').executeTakeFirstOrThrow()
  const [{ current }, calls, refusals, suppressed, complaints, contests, checks, reviews, access] =
    await Promise.all([
      viewAnalytics(ctx, { from, to: until }),
      countRecordingsRefused(ctx, span),
      countRefusals(ctx, span),
      countSuppressions(ctx, span),
      countComplaints(ctx, span),
      countContests(ctx, span),
      countChecks(ctx, span),
      countReviews(ctx, span, until),
      countAccess(ctx, span),
    ])
  const sections = reportSections({
    ...{ totals: current, recordingsRefused: calls, refusals, complaints, contests },
    ...{ ...suppressed, ...checks, ...reviews, ...access },
  })
  return { month, from, to: until, organisation: organisation.legalName, sections }
}

const within = (column: RawBuilder<unknown>, { start, end }: Span): RawBuilder<boolean> =>
  sql<boolean>`${column} >= ${start} and ${column} < ${end}`

async function countRecordingsRefused(ctx: Ctx, span: Span): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from calls c
    where ${within(sql`c.created_at`, span)} and not c.test and c.simulated = ${span.simulated}
      and exists (select from call_events e where e.call_id = c.id and e.called_at = c.created_at
        and e.kind = 'recording_declined')`.execute(ctx.db)
  return rows[0]?.calls ?? 0
}

/** By the most important reason of each decision. */
async function countRefusals(ctx: Ctx, span: Span): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; brokers: number }>`
    select code, count(*)::int as brokers from (
      select distinct d.broker_id, d.campaign_id, d.reasons -> 0 ->> 'code' as code from call_decisions d
      where ${within(sql`d.decided_at`, span)} and d.verdict <> 'call') refused
    where code is not null group by code`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ code, brokers }) => [code, brokers]))
}

type Suppressed = Pick<MonthCounts, 'optOuts' | 'optOutHandling' | 'unclear' | 'addedByHand' | 'optOutsEnded'>

interface SourceRow extends Handling {
  /** null: all requests of people together. */
  source: string | null
  ended: number
}

async function countSuppressions(ctx: Ctx, span: Span): Promise<Suppressed> {
  const isMade = within(sql`s.created_at`, span)
  // a number that was suppressed while the call still ran took no time
  const { rows } = await sql<SourceRow>`
    with handled as (
      select s.source, s.source in ('key', 'voice', 'sms_stop') as by_person, ${isMade} as made,
        ${within(sql`s.ended_at`, span)} as ended,
        case s.source
          when 'manual' then null
          when 'unclear' then extract(epoch from s.ended_at - s.created_at)
          when 'sms_stop' then (select extract(epoch from s.created_at - max(m.received_at)) from inbound_messages m
            where m.from_number = s.phone and m.received_at <= s.created_at
              and m.received_at > s.created_at - interval '1 day')
          else (select greatest(0, extract(epoch from s.created_at - c.finished_at)) from calls c where c.id = s.call_id)
        end::float8 as seconds
      from suppressions s
      where (${isMade} or ${within(sql`s.ended_at`, span)}) and (s.simulated = ${span.simulated} or not s.simulated))
    select source, count(*) filter (where made)::int as count, count(*) filter (where ended)::int as ended, max(seconds) filter (where made) as longest,
      percentile_cont(0.5) within group (order by seconds) filter (where made) as median
    from handled group by grouping sets ((by_person, source), (by_person)) having source is not null or by_person`.execute(
    ctx.db,
  )
  const none = { source: null, count: 0, ended: 0, median: null, longest: null }
  const of = (source: string | null): SourceRow => rows.find((row) => row.source === source) ?? none
  return {
    optOuts: { key: of('key').count, voice: of('voice').count, sms_stop: of('sms_stop').count },
    ...{ optOutHandling: of(null), unclear: of('unclear') },
    addedByHand: of('manual').count,
    optOutsEnded: rows.reduce((sum, { source, ended }) => sum + (source === null ? 0 : ended), 0),
  }
}

async function countComplaints(ctx: Ctx, span: Span): Promise<Complaints> {
  const { rows } = await sql<Complaints>`
    select count(*)::int as received,
      count(*) filter (where acknowledged_at <= acknowledge_by)::int as acknowledged,
      count(*) filter (where status not in ('open', 'withdrawn'))::int as answered,
      count(*) filter (where status in ('upheld', 'partly_upheld'))::int as upheld,
      count(*) filter (where due_on < (coalesce(answered_at, ${ctx.now()}) at time zone 'Australia/Sydney')::date)::int as late,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - received_at)::float8)
        filter (where status not in ('open', 'withdrawn')) as median
    from complaints where ${within(sql`received_at`, span)}`.execute(ctx.db)
  return rows[0] ?? { received: 0, acknowledged: 0, answered: 0, upheld: 0, late: 0, median: null }
}

async function countContests(ctx: Ctx, span: Span): Promise<Contests> {
  const { rows } = await sql<Contests>`
    select count(*)::int as made, count(*) filter (where status in ('upheld', 'changed'))::int as answered,
      count(*) filter (where status = 'changed')::int as changed,
      count(*) filter (where due_on < (coalesce(answered_at, ${ctx.now()}) at time zone 'Australia/Sydney')::date)::int as late,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - made_at)::float8)
        filter (where status in ('upheld', 'changed')) as median
    from contests where ${within(sql`made_at`, span)}`.execute(ctx.db)
  return rows[0] ?? { made: 0, answered: 0, changed: 0, late: 0, median: null }
}

async function countChecks(
  ctx: Ctx,
  span: Span,
): Promise<Pick<MonthCounts, 'checks' | 'checksFlagged' | 'checksFailed' | 'snapshots'>> {
  const { rows } = await sql<Pick<MonthCounts, 'checks' | 'checksFlagged' | 'checksFailed'>>`
    select count(*)::int as checks, count(*) filter (where result = 'flagged')::int as checks_flagged,
      count(*) filter (where result = 'error')::int as checks_failed
    from compliance_checks where ${within(sql`completed_at`, span)}`.execute(ctx.db)
  const { rows: files } = await sql<{ register: Register; files: number }>`
    select register, count(*)::int as files from register_snapshots where ${within(sql`imported_at`, span)}
    group by register`.execute(ctx.db)
  return {
    ...(rows[0] ?? { checks: 0, checksFlagged: 0, checksFailed: 0 }),
    snapshots: Object.fromEntries(files.map((row) => [row.register, row.files])),
  }
}

type Reviews = Pick<MonthCounts, 'suspended' | 'cleared' | 'proposed' | 'suspendedAtEnd'>

/** @param until the last day of the report */
async function countReviews(ctx: Ctx, span: Span, until: Day): Promise<Reviews> {
  const { rows } = await sql<Reviews>`
    select count(*) filter (where action = 'suspend')::int as suspended,
      count(*) filter (where action = 'clear')::int as cleared,
      count(*) filter (where action = 'propose_suspension')::int as proposed,
      case when ${until} = ${sydneyDate(ctx.now())}
        then (select count(*)::int from broker_compliance where status = 'suspended')
        else (select d.suspended from compliance_days d where d.day = ${until}::date) end as suspended_at_end
    from compliance_reviews where ${within(sql`reviewed_at`, span)}`.execute(ctx.db)
  return rows[0] ?? { suspended: 0, cleared: 0, proposed: 0, suspendedAtEnd: null }
}

type Access = Pick<
  MonthCounts,
  'documentsViewed' | 'documentsDownloaded' | 'applicationFiles' | 'recordingsPlayed' | 'personsExported'
>

async function countAccess(ctx: Ctx, span: Span): Promise<Access> {
  const { rows } = await sql<Access>`
    select count(*) filter (where action = 'document.viewed')::int as documents_viewed,
      count(*) filter (where action = 'document.downloaded')::int as documents_downloaded,
      count(*) filter (where action = 'application.file_read')::int as application_files,
      count(*) filter (where action = 'recording.read')::int as recordings_played,
      count(*) filter (where action = 'broker.exported')::int as persons_exported
    from audit_log where ${within(sql`at`, span)} and action in
      ('document.viewed', 'document.downloaded', 'application.file_read', 'recording.read', 'broker.exported')`.execute(
    ctx.db,
  )
  const none = { documentsViewed: 0, documentsDownloaded: 0, applicationFiles: 0 }
  return rows[0] ?? { ...none, recordingsPlayed: 0, personsExported: 0 }
}
