import { isScope } from '#contract/accounts/scopes.ts'
import type { Access } from '#contract/endpoint.ts'
import { type Action, refusalText, roleMay, type StaffRole, staffRoles } from '#contract/policy.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Audience } from '#server/providers/ports/sign-in.ts'

const OWN_ACCOUNT: Action = 'own_account.write'
export const SET_UP_FIRST = 'Turn on two-factor sign-in first: everybody here signs in with a code.'

const isStaffRole = (role: string): role is StaffRole => (staffRoles as readonly string[]).includes(role)

export const NEEDS_PERSON = 'Only a signed-in person may do this. An API key may not.'

/** True when the actor may perform the action; the system may perform every action. */
export function can(actor: Actor, action: Action): boolean {
  if (actor.kind === 'system') return true
  if (actor.kind === 'key') return isScope(action) && actor.scopes.includes(action)
  if (actor.kind !== 'staff' || !isStaffRole(actor.role)) return false
  if (actor.mustSetUpTwoFactor && action !== OWN_ACCOUNT) return false
  return roleMay(actor.role, action)
}

/** @throws AppError not_signed_in for visitors, forbidden for roles and API keys that may not */
export function admit(actor: Actor, access: Access): void {
  if (access === 'public') return
  if (access === 'broker' ? actor.kind === 'broker' : can(actor, access)) return
  if (actor.kind === 'key' && access !== 'broker') {
    throw new AppError(
      'forbidden',
      isScope(access) ? `This API key lacks the scope ${access}.` : NEEDS_PERSON,
    )
  }
  // staff count as not signed in on broker routes, and brokers on staff routes
  if (access === 'broker' || actor.kind !== 'staff')
    throw new AppError('not_signed_in', 'Sign in to continue.')
  throw new AppError('forbidden', actor.mustSetUpTwoFactor ? SET_UP_FIRST : refusalText(access))
}

/** First line of every command. @throws AppError not_signed_in or forbidden */
export function authorise(ctx: { actor: Actor }, action: Action): void {
  admit(ctx.actor, action)
}

export type BrokerActor = Extract<Actor, { kind: 'broker' }>

/** First line of every command of a broker. @throws AppError not_signed_in */
export function requireBroker(ctx: { actor: Actor }): BrokerActor {
  if (ctx.actor.kind !== 'broker') throw new AppError('not_signed_in', 'Sign in to continue.')
  return ctx.actor
}

/** The signed-in person, staff or broker. */
export interface Self {
  userId: number
  audience: Audience
  email: string
}

/** First line of commands on one's own account, for staff and brokers. @throws AppError not_signed_in or forbidden */
export function requireSelf({ actor }: { actor: Actor }): Self {
  if (actor.kind === 'key') throw new AppError('forbidden', NEEDS_PERSON)
  if (actor.kind !== 'staff' && actor.kind !== 'broker') {
    throw new AppError('not_signed_in', 'Sign in to continue.')
  }
  return { userId: actor.userId, audience: actor.kind, email: actor.email }
}
