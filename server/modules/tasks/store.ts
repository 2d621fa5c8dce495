import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'
import { type taskSubjects, taskTransitions } from '#contract/tasks/tasks.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { dueAfter, type TaskRow } from './rules.ts'

export interface NewTask {
  kind: TaskKind
  /** One open task about a matter. */
  key: string
  details: string
  subject: { type: (typeof taskSubjects)[number]; id: number } | null
  brokerId: number | null
  name?: string | null
  email?: string | null
  phone?: string | null
  /** The simulator's clock, where a simulated call opens the task: its due time follows that clock. */
  simulatedAt?: Date | null
  /** Where the matter itself names a time: otherwise it follows from the kind. */
  dueAt?: Date
}

/** Opens a task; for one that is already open, updates the time of the request. */
export async function openTask(tx: Ctx, task: NewTask): Promise<void> {
  const { kind, key, details, subject, brokerId, name = null, email = null, phone = null } = task
  const { simulatedAt = null } = task
  const dueAt = task.dueAt ?? dueAfter(simulatedAt ?? tx.now(), taskTerms[kind].hours)
  const { rows } = await sql<{ id: number; opened: boolean }>`
    insert into tasks (kind, dedupe_key, details, subject_type, subject_id, broker_id, name, email, phone, due_at,
      simulated_at)
    values (${kind}, ${`${kind}:${key}`}, ${details}, ${subject?.type ?? null}, ${subject?.id ?? null}, ${brokerId}, ${name},
      lower(${email}::text), ${phone}, ${dueAt}, ${simulatedAt})
    on conflict (dedupe_key) where state = 'open' do update
    set details = excluded.details, subject_type = excluded.subject_type, subject_id = excluded.subject_id,
      due_at = coalesce(${task.dueAt ?? null}, tasks.due_at), asked_at = clock_timestamp(), snoozed_until = null, updated_at = clock_timestamp()
    -- a row that was inserted has no earlier version
    returning id, xmax = 0 as opened`.execute(tx.db)
  for (const { id, opened } of rows) if (opened) await tx.emit('task.opened', { taskId: id, kind })
}

const ENDS = taskTransitions.open.end

/** Ends open tasks that are settled. @param reason SQL: a sentence, or null where the task is not settled */
export async function endOpen(
  tx: Ctx,
  { among, reason }: { among: RawBuilder<SqlBool>; reason: RawBuilder<unknown> },
): Promise<number> {
  const ids = await lockOpen(tx, among)
  if (ids.length === 0) return 0
  const { rows } = await sql<{ id: number }>`
    update tasks t
    set state = ${ENDS}, ended_reason = settled.reason, closed_at = ${tx.now()}, snoozed_until = null,
      updated_at = clock_timestamp()
    from (select o.id, ${reason} as reason from tasks o where o.id = ${anyOf(ids)}) settled
    where t.id = settled.id and settled.reason is not null
    returning t.id`.execute(tx.db)
  if (rows.length > 0) await tx.emit('tasks.closed', { taskIds: rows.map(({ id }) => id) })
  return rows.length
}

/** Checks for open tasks first: mostly there are none, and PostgreSQL takes 5 ms to plan the query for reasons. */
async function lockOpen(tx: Ctx, among: RawBuilder<SqlBool>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from tasks o where o.state = 'open' and ${among} order by o.id for update of o`.execute(tx.db)
  return rows.map(({ id }) => id)
}

export interface LockedTask extends TaskRow {
  id: number
  kind: TaskKind
}

export async function lockTask(tx: Ctx, id: number): Promise<LockedTask | undefined> {
  const row = await tx.db
    .selectFrom('tasks')
    .select(['id', 'kind', 'state', 'assignedTo', 'snoozedUntil', 'note'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // the table's checks allow no other words
  return row && { ...row, kind: row.kind as TaskKind, state: row.state as TaskRow['state'] }
}

export async function noteTask(tx: Ctx, id: number, note: string): Promise<void> {
  await tx.db.updateTable('tasks').set({ note, updatedAt: tx.now() }).where('id', '=', id).execute()
}

/** Ids of a person's open tasks, the first due first. @param userId null: unassigned */
export async function findOpenOf(ctx: Ctx, userId: number | null, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('tasks')
    .select('id')
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('snoozedUntil', 'is', null), eb('snoozedUntil', '<=', ctx.now())]))
    .where('assignedTo', userId === null ? 'is' : '=', userId)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function changeTask(
  tx: Ctx,
  id: number,
  { values, closedBy }: { values: TaskRow; closedBy: number | null | undefined },
): Promise<void> {
  await tx.db
    .updateTable('tasks')
    .set({
      ...values,
      updatedAt: tx.now(),
      // undefined leaves them as they are
      ...(closedBy !== undefined && { closedBy, closedAt: closedBy === null ? null : tx.now() }),
    })
    .where('id', '=', id)
    .execute()
}

/** Tasks about a merged record become the other's. */
export async function moveTasks(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  await tx.db.updateTable('tasks').set({ brokerId: intoBroker }).where('brokerId', '=', fromBroker).execute()
}

export async function insertDigest(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db
    .insertInto('taskDigests')
    .values({ userId })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function deleteDigest(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('taskDigests').where('userId', '=', userId).execute()
}
