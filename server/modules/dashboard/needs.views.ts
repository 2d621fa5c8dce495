import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { REVIEW_DAYS } from '#contract/documents/reviews.ts'
import { STALE_DAYS } from '#contract/surveillance/registers.ts'
import { MOST_NEEDS, type Need } from '#contract/tasks/needs.ts'
import type { TaskKind } from '#contract/tasks/task-kinds.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { longDate } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { backupConcern } from '#server/modules/backups/concern.views.ts'
import { isDiallingHeld } from '#server/modules/calls/recovery/dialling-hold.views.ts'
import { loadBudgets } from '#server/modules/campaigns/budget.views.ts'
import { loadRuleTimeline } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { missingSuccessor } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { lateTasks } from '#server/modules/tasks/late-tasks.views.ts'
import { type CountedNeed, missingDetails, needsOf } from './needs.rules.ts'

/** Open tasks that are looked at, the most urgent first. */
const MOST_TASKS = 1_000
/** Campaigns that are named. */
const MOST_CAMPAIGNS = 20

/** Open items that the user may work on. Every part reads an index and stops counting early, however many rows there are. */
export async function viewNeeds(ctx: Ctx): Promise<Need[]> {
  const parts = await Promise.all([
    queues(ctx),
    openTasks(ctx),
    settings(ctx),
    endingRules(ctx),
    paused(ctx),
    nearBudget(ctx),
    backups(ctx),
  ])
  return needsOf(parts.flat(), (action) => can(ctx.actor, action))
}

/** Rows of one kind that wait: how many, how many of them are late, and since when. @param lateAt null: never late */
const counted = (
  kind: Need['kind'],
  now: Date,
  lateAt: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
) => sql`
  select ${kind} as kind, count(*)::int as count, count(*) filter (where late_at < ${now})::int as overdue,
    min(late_at) filter (where late_at < ${now}) as late_since
  from (select (${lateAt})::timestamptz as late_at from (${rows} limit ${MOST_NEEDS}) w) l`

type Late<Row> = Omit<Row, 'lateSince'> & { lateSince: Date | null }

const toNeed = <Row extends { lateSince: Date | null }>(row: Row) => ({
  ...row,
  lateSince: row.lateSince?.toISOString() ?? null,
})

async function queues(ctx: Ctx): Promise<CountedNeed[]> {
  const now = ctx.now()
  const today = sydneyDate(now)
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const stale = addDays(today, -STALE_DAYS)
  const parts = [
    counted(
      ...(['documents', now] as const),
      sql`w.uploaded_at + ${`${REVIEW_DAYS} days`}::interval`,
      sql`select uploaded_at from documents where status = 'pending' and current order by uploaded_at, id`,
    ),
    counted(
      ...(['applications', now] as const),
      sql`w.submitted_at + ${`${REVIEW_DAYS} days`}::interval`,
      // an application that was returned to the applicant waits since its completion
      sql`select greatest(submitted_at, (select max(e.at) from application_events e
          where e.application_id = a.id and e.status = 'submitted')) as submitted_at
        from applications a where status in ('submitted', 'in_review')`,
    ),
    counted(
      ...(['meetings_unmarked', now] as const),
      sql`w.ended + interval '1 day'`,
      sql`select upper(during) as ended from bookings
        where status = 'booked' and not test and (${simulated} or not simulated)
          and lower(during) < ${now} and upper(during) < ${now} order by lower(during)`,
    ),
    counted(
      ...(['registers', now] as const),
      sql`w.snapshot_date + ${STALE_DAYS}::int`,
      sql`select snapshot_date from (select distinct on (register) snapshot_date from register_snapshots order by register, id desc) s
        where s.snapshot_date < ${stale}::date`,
    ),
    counted(
      ...(['failed_jobs', now] as const),
      sql`w.updated_at`,
      sql`select updated_at from graphile_worker.jobs where locked_at is null and attempts >= max_attempts`,
    ),
    counted(...(['sealed_rows', now] as const), sql`w.found_at`, sql`select found_at from seal_faults`),
    counted(
      ...(['sms_held', now] as const),
      sql`null`,
      sql`select from messages where status = 'held' and channel = 'sms' and not simulated`,
    ),
  ]
  const { rows } = await sql<Late<CountedNeed>>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows.map(toNeed)
}

async function openTasks(ctx: Ctx): Promise<CountedNeed[]> {
  const now = ctx.now()
  const late = await lateTasks(ctx)
  const { rows } = await sql<{ task: TaskKind; count: number; overdue: number; lateSince: Date | null }>`
    select kind as task, least(count(*), ${MOST_NEEDS})::int as count,
      least(count(*) filter (where ${late}), ${MOST_NEEDS})::int as overdue, min(due_at) filter (where ${late}) as late_since
    from (select kind, due_at, simulated_at, created_at from tasks where state = 'open' and (snoozed_until is null or snoozed_until <= ${now})
      order by due_at, id limit ${MOST_TASKS}) t
    group by kind`.execute(ctx.db)
  return rows.map((row) => ({ kind: 'task' as const, ...toNeed(row) }))
}

async function settings(ctx: Ctx): Promise<CountedNeed[]> {
  const row = await ctx.db
    .selectFrom('organisation')
    .select(['legalName', 'contactPhone', 'agentName'])
    .executeTakeFirstOrThrow()
  const missing = missingDetails(row)
  return [{ kind: 'organisation', count: missing.length, detail: missing.join(', ') }]
}

/** Calls that a restore has stopped, and a reason to look at the backups. */
async function backups(ctx: Ctx): Promise<CountedNeed[]> {
  const [held, concern] = await Promise.all([isDiallingHeld(ctx), backupConcern(ctx)])
  return [
    { kind: 'calls_held', count: held ? 1 : 0 },
    { kind: 'backup', count: concern ? 1 : 0, detail: concern },
  ]
}

/** Calling rules that end without a successor. */
async function endingRules(ctx: Ctx): Promise<CountedNeed[]> {
  const ending = missingSuccessor(await loadRuleTimeline(ctx), ctx.now())
  if (!ending || ending.to === null) return []
  const end = new Date(ending.to)
  const hasEnded = end <= ctx.now()
  const detail = `Version ${ending.version} ${hasEnded ? 'ended' : 'ends'} on ${longDate(end)}, and no version follows it`
  return [
    {
      ...{ kind: 'calling_rules', count: 1, overdue: hasEnded ? 1 : 0, detail },
      lateSince: hasEnded ? end.toISOString() : null,
    },
  ]
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

/** Active campaigns that were found to have used most of their budget. */
async function nearBudget(ctx: Ctx): Promise<CountedNeed[]> {
  const rows = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'name', 'budget'])
    .where('status', '=', 'active')
    .where('budgetWarnedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST_CAMPAIGNS)
    .execute()
  const budgets = await loadBudgets(ctx, rows, ctx.providers.voice.active?.simulated ?? true)
  return rows.flatMap(({ id, name }): CountedNeed[] => {
    const budget = budgets.get(id)
    if (!budget || budget.level === 'within') return []
    const detail = `$${budget.spent} of $${budget.amount} used`
    return [{ kind: 'campaign_budget', campaign: { id, name }, count: 1, detail }]
  })
}
