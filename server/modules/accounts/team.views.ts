import type { Member } from '#contract/accounts/team.ts'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'

/** The members of staff and who is invited, by name. */
export async function viewTeam(ctx: Ctx): Promise<Member[]> {
  return members(ctx)
}

/** @throws AppError not_found for somebody who is not staff */
export async function viewMember(ctx: Ctx, id: number): Promise<Member> {
  const [found] = await members(ctx, id)
  if (!found) throw notFound('Member of staff')
  return found
}

async function members(ctx: Ctx, id?: number): Promise<Member[]> {
  const rows = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'name', 'role', 'twoFactorEnabled', 'disabledAt'])
    .select(['invitedAt', 'invitationExpiresAt'])
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select((of) => of.fn.max(of.fn.coalesce('lastSeenAt', 'createdAt')).as('at'))
        .whereRef('sessions.userId', '=', 'users.id')
        .where('audience', '=', 'staff')
        .as('lastSeenAt'),
    )
    .where('role', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const self = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  return rows.flatMap((row) => {
    const role = staffRoles.find((known): known is StaffRole => known === row.role)
    if (!role) return []
    const status = row.disabledAt ? 'deactivated' : row.invitedAt ? 'invited' : 'active'
    return {
      ...{ id: row.id, email: row.email, firstName: row.firstName, lastName: row.lastName, role, status },
      twoFactorEnabled: row.twoFactorEnabled,
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      invitedAt: row.invitedAt?.toISOString() ?? null,
      invitationExpiresAt: row.invitationExpiresAt?.toISOString() ?? null,
      isSelf: row.id === self,
    } satisfies Member
  })
}
