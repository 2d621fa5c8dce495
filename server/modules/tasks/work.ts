import type { BodyOf } from '#contract/endpoint.ts'
import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { updateTask } from '#contract/tasks/tasks.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { attempt } from '#server/platform/db/attempt.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { viewPeople } from './people.views.ts'
import { type Change, decideTask } from './rules.ts'
import { changeTask, type LockedTask, lockTask } from './store.ts'

type Body = BodyOf<typeof updateTask>

/** Assigns, snoozes, closes or reopens. @throws AppError forbidden, not_found, invalid, rule_forbids, conflict */
export async function workOnTask(ctx: Ctx, id: number, body: Body): Promise<void> {
  authorise(ctx, 'tasks.work')
  await ctx.tx((tx) => applyChange(tx, id, changeOf(body)))
}

/** Within a transaction. @throws AppError as workOnTask */
export async function applyChange(tx: Ctx, id: number, change: Change): Promise<void> {
  const before = await lockTask(tx, id)
  if (!before) throw notFound('Task')
  authorise(tx, taskTerms[before.kind].right)
  if (change.action === 'assign') await requireAssignee(tx, before.kind, change.assigneeId)
  const decided = decideTask(before, change, tx.now())
  if (!decided.ok) {
    throw decided.field
      ? invalid({ [decided.field]: decided.message })
      : new AppError('rule_forbids', decided.message)
  }
  await store(tx, before, decided.values, change)
  const { state, assignedTo, snoozedUntil, note } = before
  const row = { subjectType: 'task', subjectId: id, before: { state, assignedTo, snoozedUntil, note } }
  await audit(tx, { ...row, ...auditedAs[change.action], after: decided.values })
}

const auditedAs = {
  assign: { action: 'task.assigned' },
  snooze: { action: 'task.snoozed' },
  done: { action: 'task.closed' },
  reopen: { action: 'task.reopened' },
} as const

const changeOf = (body: Body): Change =>
  body.action === 'snooze'
    ? { action: 'snooze', until: body.until === null ? null : new Date(body.until) }
    : body

/** The index allows one open task about a matter. */
async function store(
  tx: Ctx,
  { id }: LockedTask,
  values: Parameters<typeof changeTask>[2]['values'],
  { action }: Change,
): Promise<void> {
  const staff = tx.actor.kind === 'staff' ? tx.actor.userId : null
  const closedBy = action === 'done' ? staff : action === 'reopen' ? null : undefined
  const isDone = await attempt(tx, () => changeTask(tx, id, { values, closedBy }))
  if (!isDone) throw new AppError('conflict', 'There is a newer open task about the same matter.')
  if (action === 'done') await tx.emit('tasks.closed', { taskIds: [id] })
}

async function requireAssignee(tx: Ctx, kind: TaskKind, userId: number | null): Promise<void> {
  if (userId === null) return
  const may = (await viewPeople(tx, kind)).some(({ id }) => id === userId)
  if (!may) throw invalid({ assigneeId: 'Choose somebody who may work on this task' })
}
