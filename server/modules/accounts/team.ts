import type { updateMember } from '#contract/accounts/team.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { audit, changedFields } from './audit.ts'
import { authorise } from './policy.ts'
import { changeUser } from './portal-accounts.store.ts'
import { deleteSessions } from './sessions.store.ts'
import type { UserRow } from './store.ts'
import { changeRefusal } from './team.rules.ts'
import { deleteTwoFactor, lockTeam } from './team.store.ts'

/**
 * Changes a member of staff. A role counts from the next request; who is deactivated is signed out everywhere.
 * @throws AppError forbidden, not_found, conflict
 */
export async function changeMember(ctx: Ctx, id: number, change: BodyOf<typeof updateMember>): Promise<void> {
  authorise(ctx, 'team.write')
  await ctx.tx(async (tx) => {
    const { member, team } = await lockMember(tx, id)
    const refusal = changeRefusal(member, change, team, userIdOf(tx))
    if (refusal) throw new AppError('conflict', refusal)
    const { active, ...fields } = change
    const { firstName, lastName } = { ...member, ...fields }
    const disabledAt =
      active === undefined || active === (member.disabledAt === null) ? undefined : active ? null : tx.now()
    const values = {
      ...fields,
      name: `${firstName} ${lastName}`.trim() || member.email,
      ...(disabledAt !== undefined && { disabledAt }),
    }
    const changed = changedFields<UserRow>(member, values, ['name'])
    if (!changed) return
    await changeUser(tx, id, values)
    if (active === false) await deleteSessions(tx, { userId: id })
    await audit(tx, { action: 'user.changed', subjectType: 'user', subjectId: id, ...changed })
    tx.changed('sessions')
  })
}

/**
 * Turns two-factor off for a person who has lost their app and codes, ends their sessions and notifies them by email.
 * @throws AppError forbidden, not_found, conflict
 */
export async function resetSecondFactor(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'team.write')
  await ctx.tx(async (tx) => {
    const { member } = await lockMember(tx, id)
    if (id === userIdOf(tx)) {
      throw new AppError('conflict', 'Turn your own two-factor off under Security, with your password.')
    }
    if (!member.twoFactorEnabled) throw new AppError('conflict', 'Two-factor is not on for this person.')
    await deleteTwoFactor(tx, id)
    await changeUser(tx, id, { twoFactorEnabled: false })
    await deleteSessions(tx, { userId: id })
    await audit(tx, { action: 'two_factor.reset', subjectType: 'user', subjectId: id })
    await tx.emit('account.changed', { userId: id, change: 'two_factor_off', audience: 'staff' })
    tx.changed('sessions')
  })
}

async function lockMember(tx: Ctx, id: number): Promise<{ member: UserRow; team: UserRow[] }> {
  const team = await lockTeam(tx)
  const member = team.find((one) => one.id === id)
  if (!member) throw notFound('Member of staff')
  return { member, team }
}

const userIdOf = ({ actor }: Ctx): number | null => (actor.kind === 'staff' ? actor.userId : null)
