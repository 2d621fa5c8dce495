import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { type changeTasks, MAX_TASKS_CHANGED } from '#contract/tasks/tasks.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { refusalOf } from '#server/platform/errors.ts'
import { findOpenOf } from './store.ts'
import { applyChange } from './work.ts'

type Body = BodyOf<typeof changeTasks>

/**
 * Assigns or snoozes several tasks. Each is decided on its own: one that cannot be changed is left, with the reason,
 * and does not stop the others. @throws AppError forbidden
 */
export async function changeManyTasks(
  ctx: Ctx,
  { tasks, change }: Body,
): Promise<ReturnsOf<typeof changeTasks>> {
  authorise(ctx, 'tasks.work')
  const wanted =
    change.action === 'snooze'
      ? { ...change, until: change.until === null ? null : new Date(change.until) }
      : change
  const ids = Array.isArray(tasks) ? [...new Set(tasks)] : await findOpenOf(ctx, tasks.of, MAX_TASKS_CHANGED)
  const left: { id: number; reason: string }[] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const reason = await ctx.tx((tx) => applyChange(tx, id, wanted)).then(() => null, refusalOf)
    if (reason !== null) left.push({ id, reason })
  }
  return { changed: ids.length - left.length, left }
}
