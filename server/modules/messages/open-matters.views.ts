import type { TaskKind } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'

/** Whether a matter that was reported to staff is still an open task. */
export async function isMatterOpen(
  ctx: Ctx,
  { kind, key }: { kind: TaskKind; key: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('tasks')
    .select('id')
    .where('dedupeKey', '=', `${kind}:${key}`)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}
