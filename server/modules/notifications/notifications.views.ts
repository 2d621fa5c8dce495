import { type RawBuilder, sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import {
  type listNotifications,
  MAX_NOTIFICATIONS,
  NOTIFICATION_DAYS,
} from '#contract/messages/notifications.ts'
import { taskKinds, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { type Source, toNotification } from './notifications.rules.ts'

const DAY_MS = 86_400_000

/** A planned call of the agent needs no person. */
export const NEEDS_NOBODY = 'requested_call'

/** What concerns the signed-in member of staff, newest first. */
export async function viewNotifications(ctx: Ctx): Promise<ReturnsOf<typeof listNotifications>> {
  const { actor } = ctx
  if (actor.kind !== 'staff') return { unread: 0, items: [] }
  const since = new Date(ctx.now().getTime() - NOTIFICATION_DAYS * DAY_MS)
  const parts = [
    ...(can(actor, 'tasks.work') ? [tasksOf(ctx, actor.userId)] : []),
    mentionsOf(actor, since),
    runsOf(actor.userId, since),
    ...(can(actor, 'jobs.retry') ? [failedJobs(since)] : []),
    ...(can(actor, 'campaigns.write') ? [pausedCampaigns] : []),
  ]
  const { rows } = await sql<{
    source: Source['source']
    id: number
    at: Date
    facts: object
    read: boolean
  }>`
    select source, item.id, at, facts,
      (r.item is not null or at <= coalesce(m.read_before, '-infinity')) as read
    from (${sql.join(parts, sql` union all `)}) item (source, id, at, facts)
    left join notification_marks m on m.user_id = ${actor.userId}
    left join notification_reads r on r.user_id = ${actor.userId} and r.item = source || ':' || item.id
    where at > ${since}
    order by at desc, source, item.id desc limit ${MAX_NOTIFICATIONS}`.execute(ctx.db)
  // the parts below select the facts of their source
  const items = rows.map(({ facts, ...row }) => toNotification({ ...row, ...facts } as Source))
  return { unread: items.filter(({ read }) => !read).length, items }
}

/** Open tasks of kinds that the person may do, theirs and unassigned ones. */
function tasksOf(ctx: Ctx, userId: number): RawBuilder<unknown> {
  const kinds = taskKinds.filter((kind) => kind !== NEEDS_NOBODY && can(ctx.actor, taskTerms[kind].right))
  return sql`select 'task', t.id, t.created_at,
      jsonb_build_object('task', t.kind, 'who', coalesce(b.name, t.name), 'details', t.details)
    from tasks t left join brokers b on b.id = t.broker_id
    where t.state = 'open' and (t.snoozed_until is null or t.snoozed_until <= ${ctx.now()})
      and t.kind = any(${kinds}) and (t.assigned_to is null or t.assigned_to = ${userId})`
}

/** Notes of colleagues in which '@' precedes the person's first name. */
const mentionsOf = (actor: { userId: number; email: string }, since: Date): RawBuilder<unknown> =>
  sql`select 'activity', a.id, a.created_at,
      jsonb_build_object('brokerId', a.broker_id, 'broker', b.name, 'text', a.description)
    from users u
    join activities a on a.type in ('note_added', 'call_logged') and a.created_at > ${since}
      and a.description ~* ('@' || regexp_replace(split_part(u.name, ' ', 1), '\\W', '', 'g') || '\\M')
      and not starts_with(a.description, 'Note by ' || ${actor.email}::text || ':')
      and not starts_with(a.description, 'Called by ' || ${actor.email}::text || '.')
    join brokers b on b.id = a.broker_id
    where u.id = ${actor.userId} and split_part(u.name, ' ', 1) <> ''`

/** Long work that the person started. */
const runsOf = (userId: number, since: Date): RawBuilder<unknown> =>
  sql`select 'run', r.id, r.finished_at,
      jsonb_build_object('run', r.kind, 'state', r.state, 'done', r.done, 'total', r.total, 'error', r.error,
        'importId', (select i.id from broker_imports i where i.run_id = r.id))
    from runs r
    where r.started_by = ${userId} and r.finished_at > ${since}
      and r.state in ('done', 'undone', 'failed', 'cancelled')`

const failedJobs = (since: Date): RawBuilder<unknown> =>
  sql`select 'job', j.id, j.ended_at, jsonb_build_object('job', j.task, 'error', j.error)
    from job_runs j where j.result = 'gave_up' and j.ended_at > ${since}`

const pausedCampaigns = sql`select 'campaign', c.id, c.updated_at,
    jsonb_build_object('campaign', c.name, 'reason', c.paused_reason)
  from campaigns c where c.status = 'paused' and c.paused_reason is not null`
