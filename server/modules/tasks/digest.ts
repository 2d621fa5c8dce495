import { sql } from 'kysely'
import { roleMay, staffRoles } from '#contract/policy.ts'
import { type TaskKind, taskKinds, taskTerms } from '#contract/tasks/task-kinds.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { AppError } from '#server/platform/errors.ts'
import { isDigestHour } from './digest.rules.ts'
import { lateTasks } from './late-tasks.views.ts'
import { deleteDigest, insertDigest } from './store.ts'

/** Tasks listed in the mail; the linked screen lists the rest. */
const MAX_LINES = 20

/** @throws AppError forbidden */
export async function readDigest(ctx: Ctx): Promise<{ daily: boolean }> {
  const userId = requireStaff(ctx)
  const row = await ctx.db
    .selectFrom('taskDigests')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { daily: row !== undefined }
}

/** @throws AppError forbidden */
export async function changeDigest(ctx: Ctx, daily: boolean): Promise<{ daily: boolean }> {
  const userId = requireStaff(ctx)
  if (daily) await insertDigest(ctx, userId)
  else await deleteDigest(ctx, userId)
  return { daily }
}

function requireStaff(ctx: Ctx): number {
  authorise(ctx, 'tasks.work')
  if (ctx.actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person gets mail.')
  return ctx.actor.userId
}

/**
 * Each morning, mails open tasks to the users who chose the mail: once a day, and none without open tasks. Safe to
 * repeat.
 */
export async function sendDigests(ctx: Ctx): Promise<void> {
  if (!isDigestHour(ctx.now())) return
  const { rows: people } = await sql<{ id: number; email: string; role: string }>`
    select u.id, u.email, u.role from task_digests d join users u on u.id = d.user_id
    where u.disabled_at is null and u.invited_at is null and u.role is not null order by u.id`.execute(ctx.db)
  for (const person of people) await ctx.tx((tx) => sendDigest(tx, person))
}

async function sendDigest(
  tx: Ctx,
  { id, email, role }: { id: number; email: string; role: string },
): Promise<void> {
  const own = staffRoles.find((each) => each === role)
  const kinds = taskKinds.filter((kind) => roleMay(own, taskTerms[kind].right))
  const now = tx.now()
  // assigned to them, or unassigned
  const { rows } = await sql<{ kind: TaskKind; name: string | null; overdue: boolean }>`
    select t.kind, coalesce(b.name, t.name, t.phone) as name, ${await lateTasks(tx)} as overdue
    from tasks t left join brokers b on b.id = t.broker_id
    where t.state = 'open' and (t.snoozed_until is null or t.snoozed_until <= ${now}) and t.kind = any(${kinds})
      and (t.assigned_to is null or t.assigned_to = ${id})
    order by t.due_at, t.id`.execute(tx.db)
  if (rows.length === 0) return
  const { pages, publicUrl } = tx.providers
  const tasks = rows.slice(0, MAX_LINES).map(({ kind, name, overdue }) => ({
    what: taskTerms[kind].label,
    who: name ?? '',
    overdue,
  }))
  const facts = { tasks, more: rows.length - tasks.length, url: `${publicUrl}/tasks` }
  await queueMail(tx, {
    to: email,
    mail: pages.mail('tasks_digest', await lenderFacts(tx), facts),
    template: 'tasks_digest',
    occasion: `tasks-digest:${sydneyDate(now)}:${id}`,
    simulated: false,
  })
}
