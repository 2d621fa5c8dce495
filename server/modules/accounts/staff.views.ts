import type { StaffRole } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'

/** Active members of staff with one of these roles. */
export async function staffWith(
  ctx: Ctx,
  roles: readonly StaffRole[],
): Promise<{ id: number; email: string }[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', 'in', [...roles])
    .where('disabledAt', 'is', null)
    .where('invitedAt', 'is', null)
    .orderBy('id')
    .execute()
}
