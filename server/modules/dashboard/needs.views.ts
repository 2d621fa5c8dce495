import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { NextCallReason } from '#contract/campaigns.ts'
import { MOST_NEEDS, type Need } from '#contract/needs.ts'
import { STALE_DAYS } from '#contract/registers.ts'
import { REVIEW_DAYS } from '#contract/reviews.ts'
import type { TaskKind } from '#contract/task-kinds.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { progressOf } from '#server/modules/campaigns/campaign-figures.views.ts'
import { lateTasks } from '#server/modules/tasks/late-tasks.views.ts'
import { type CountedNeed, missingDetails, needsOf } from './needs.rules.ts'

const DAY_MS = 86_400_000
/** Open tasks that are looked at, the most urgent first. */
const MOST_TASKS = 1_000
/** Campaigns that are named. */
const MOST_CAMPAIGNS = 20

/** What waits for whoever asks. Every part reads an index and stops counting early, however many rows there are. */
export async function viewNeeds(ctx: Ctx): Promise<Need[]> {
  const parts = await Promise.all([queues(ctx), openTasks(ctx), settings(ctx), paused(ctx), waiting(ctx)])
  return needsOf(parts.flat(), (action) => can(ctx.actor, action))
}

/** Rows of one kind that wait: how many, and how many of them are late. */
const counted = (kind: Need['kind'], late: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
  select ${kind} as kind, count(*)::int as count, count(*) filter (where ${late})::int as overdue
  from (${rows} limit ${MOST_NEEDS}) w`

async function queues(ctx: Ctx): Promise<CountedNeed[]> {
  const now = ctx.now()
  const today = sydneyDate(now)
  const [from, to] = [sydneyMidnight(today), sydneyMidnight(addDays(today, 1))]
  const longAgo = new Date(now.getTime() - REVIEW_DAYS * DAY_MS)
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const meetings = sql`status = 'booked' and not test and (${simulated} or not simulated)`
  const stale = addDays(today, -STALE_DAYS)
  const parts = [
    counted(
      'documents',
      sql`w.uploaded_at < ${longAgo}`,
      sql`select uploaded_at from documents where status = 'pending' and current order by uploaded_at, id`,
    ),
    counted(
      'applications',
      sql`w.submitted_at < ${longAgo}`,
      // what came back completed waits since then
      sql`select greatest(submitted_at, (select max(e.at) from application_events e
          where e.application_id = a.id and e.status = 'submitted')) as submitted_at
        from applications a where status in ('submitted', 'in_review')`,
    ),
    counted(
      'meetings_unmarked',
      sql`w.ended < ${new Date(now.getTime() - DAY_MS)}`,
      sql`select upper(during) as ended from bookings
        where ${meetings} and lower(during) < ${now} and upper(during) < ${now} order by lower(during)`,
    ),
    counted(
      'meetings_today',
      sql`false`,
      sql`select from bookings where ${meetings} and lower(during) >= ${from} and lower(during) < ${to}
        and upper(during) >= ${now}`,
    ),
    counted(
      'registers',
      sql`true`,
      sql`select from (select distinct on (register) snapshot_date from register_snapshots order by register, id desc) s
        where s.snapshot_date < ${stale}::date`,
    ),
    counted(
      'failed_jobs',
      sql`true`,
      sql`select from graphile_worker.jobs where locked_at is null and attempts >= max_attempts`,
    ),
    counted(
      'sms_held',
      sql`false`,
      sql`select from messages where status = 'held' and channel = 'sms' and not simulated`,
    ),
  ]
  const { rows } = await sql<CountedNeed>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows
}

async function openTasks(ctx: Ctx): Promise<CountedNeed[]> {
  const now = ctx.now()
  const { rows } = await sql<{ task: TaskKind; count: number; overdue: number }>`
    select kind as task, least(count(*), ${MOST_NEEDS})::int as count,
      least(count(*) filter (where ${await lateTasks(ctx)}), ${MOST_NEEDS})::int as overdue
    from (select kind, due_at, simulated_at, created_at from tasks where state = 'open' and (snoozed_until is null or snoozed_until <= ${now})
      order by due_at, id limit ${MOST_TASKS}) t
    group by kind`.execute(ctx.db)
  return rows.map((row) => ({ kind: 'task', ...row }))
}

async function settings(ctx: Ctx): Promise<CountedNeed[]> {
  const row = await ctx.db
    .selectFrom('organisation')
    .select(['legalName', 'contactPhone', 'agentName'])
    .executeTakeFirstOrThrow()
  const missing = missingDetails(row)
  return [{ kind: 'organisation', count: missing.length, detail: missing.join(', ') }]
}

async function paused(ctx: Ctx): Promise<CountedNeed[]> {
  const rows = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'name', 'pausedReason'])
    .where('status', '=', 'paused')
    .where('pausedReason', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST_CAMPAIGNS)
    .execute()
  return rows.map(({ id, name, pausedReason }) => ({
    ...{ kind: 'campaign_paused', campaign: { id, name }, count: 1, detail: pausedReason },
  }))
}

interface Waiting {
  id: number
  name: string
  timezone: string
  waiting: number
  nextCallAt: Date
  nextCallReason: NextCallReason
  retries: number
}

/** Running campaigns whose brokers are all due later. */
async function waiting(ctx: Ctx): Promise<CountedNeed[]> {
  const provider = ctx.providers.voice.active
  if (!provider) return []
  const { now } = await provider.clock()
  const running = sql`array(select d.campaign_id from campaign_dialling d join campaigns c on c.id = d.campaign_id
    where d.running and c.status = 'active' order by c.id desc limit ${MOST_CAMPAIGNS})`
  const { rows } = await sql<Waiting>`
    select c.id, c.name, c.timezone, f.waiting, f.next_call_at, f.next_call_reason, f.retries from ${progressOf(ctx, running)} f join campaigns c on c.id = f.id
    where f.waiting > 0 and f.in_flight = 0 and f.next_call_at > ${now} order by c.id desc`.execute(ctx.db)
  return rows.map(({ id, name, waiting: count, nextCallAt, nextCallReason: reason, retries, timezone }) => ({
    ...{ kind: 'campaign_waiting', campaign: { id, name }, count, resumesAt: nextCallAt.toISOString() },
    wait: { reason, retries, timezone },
  }))
}
