import type { updateMember } from '#contract/accounts/team.ts'
import type { BodyOf } from '#contract/endpoint.ts'

export interface Teammate {
  id: number
  role: string | null
  disabledAt: Date | null
  invitedAt: Date | null
}

/** Whether somebody can sign in as an admin today. */
const isActiveAdmin = ({ role, disabledAt, invitedAt }: Teammate): boolean =>
  role === 'admin' && disabledAt === null && invitedAt === null

/** Whether no other active admin is left without this one. */
export function isLastAdmin(member: Teammate, team: readonly Teammate[]): boolean {
  return isActiveAdmin(member) && !team.some((other) => other.id !== member.id && isActiveAdmin(other))
}

/**
 * Why a change is refused; null: it may be made.
 * @param team all members of staff, locked, so that two admins cannot remove each other concurrently
 * @param by the user who makes it; null for the terminal
 */
export function changeRefusal(
  member: Teammate,
  change: BodyOf<typeof updateMember>,
  team: readonly Teammate[],
  by: number | null,
): string | null {
  const changesRole = change.role !== undefined && change.role !== member.role
  if (member.id === by && changesRole) return 'You cannot change your own role. Ask another admin.'
  if (member.id === by && change.active === false) return 'You cannot deactivate yourself. Ask another admin.'
  if (member.invitedAt !== null && change.active !== undefined) {
    return 'The invitation has not been accepted yet. Withdraw it instead.'
  }
  if ((changesRole || change.active === false) && isLastAdmin(member, team)) {
    return 'This is the only active admin. Make somebody else an admin first.'
  }
  return null
}
