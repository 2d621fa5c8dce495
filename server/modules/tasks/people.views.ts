import { roleMay, staffRoles } from '#contract/policy.ts'
import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'

/** Members of staff who may work on tasks of this kind, or on any. */
export async function viewPeople(ctx: Ctx, kind?: TaskKind): Promise<{ id: number; name: string }[]> {
  const rights = ['tasks.work', ...(kind ? [taskTerms[kind].right] : [])] as const
  const roles = staffRoles.filter((role) => rights.every((right) => roleMay(role, right)))
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', roles)
    .where('disabledAt', 'is', null)
    .where('invitedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
