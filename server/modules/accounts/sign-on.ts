import type { SignOnRefusal } from '#contract/accounts/sign-on.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Origin } from '#server/providers/ports/sign-in.ts'
import { IssuerFault, type SsoClaims, type SsoClient, type SsoPerson } from '#server/providers/ports/sso.ts'
import { audit } from './audit.ts'
import { rememberNetwork } from './known-networks.store.ts'
import { changeUser, findByEmail, insertPortalUser, lockUser } from './portal-accounts.store.ts'
import { deleteSessions } from './sessions.store.ts'
import { endFormerSession } from './sign-in.ts'
import { decideSignOn, type Identity, readIdentity, roleOf } from './sign-on.rules.ts'
import { findSignOn, insertLink, isLinked, lockLinked, type SignOnRow } from './sign-on.store.ts'
import { findUser, type UserRow } from './store.ts'
import { isLastAdmin } from './team.rules.ts'
import { lockTeam } from './team.store.ts'

/** Cookies to set, and where the browser goes. */
export interface SignOnStep {
  cookies: string[]
  to: string
  /** A session was opened. */
  opened: boolean
}

const refusedStep = (reason: SignOnRefusal): SignOnStep => ({
  cookies: [],
  to: `/?sso=${reason}`,
  opened: false,
})

/** What the sign-in screen offers. */
export async function viewOffer(ctx: Ctx): Promise<{ label: string | null; enforced: boolean }> {
  const { issuer, label, enforced } = await findSignOn(ctx)
  return { label: issuer === null ? null : label, enforced }
}

/** Begins a sign-in at the issuer. @param again it asks for the password again, for a step-up */
export async function startAtIssuer(ctx: Ctx, input: Origin & { again: boolean }): Promise<SignOnStep> {
  const client = await clientOf(ctx, await findSignOn(ctx))
  if (!client) return refusedStep('off')
  try {
    const { url, cookies } = await ctx.providers.sso.start(client, input)
    return { cookies, to: url, opened: false }
  } catch (error) {
    return unreachable(ctx, error)
  }
}

interface IssuerAnswer extends Origin {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Completes a sign-in with the issuer's answer. Each refusal is in the audit log. */
export async function completeAtIssuer(ctx: Ctx, input: IssuerAnswer): Promise<SignOnStep> {
  const { sso } = ctx.providers
  const { code, state, iss = null, headers, ip } = input
  const settings = await findSignOn(ctx)
  const client = await clientOf(ctx, settings)
  if (!client) return refusedStep('off')
  if (state === undefined) return refused(ctx, 'expired')
  if (input.error !== undefined) {
    if (!(await sso.abandon(state, headers))) return refused(ctx, 'expired')
    return refused(ctx, input.error === 'access_denied' ? 'cancelled' : 'refused')
  }
  if (code === undefined) return refused(ctx, 'untrusted')
  let refusal: SignOnRefusal = 'untrusted'
  const admit = async (claims: SsoClaims): Promise<SsoPerson | null> => {
    const person = await admitClaims(ctx, settings, claims)
    if ('reason' in person) refusal = person.reason
    return 'reason' in person ? null : person
  }
  try {
    const answer = await sso.complete(client, { code, state, iss, headers, ip }, admit)
    if (answer === null) return refused(ctx, refusal)
    if (typeof answer === 'string') return refused(ctx, answer)
    const user = await findUser(ctx, answer.userId)
    // deactivated in the same moment
    if (!user || user.disabledAt !== null || user.role === null) {
      await ctx.providers.signIn.end(answer.token)
      return refused(ctx, 'disabled')
    }
    await ctx.as(staffActor(user, ip)).tx(async (tx) => {
      await rememberNetwork(tx, user.id, ip)
      await audit(tx, {
        ...{ action: 'sign_in.succeeded', subjectType: 'user', subjectId: user.id },
        after: { method: 'sso' },
      })
      tx.changed('sessions')
    })
    await endFormerSession(ctx, ctx.providers.signIn, headers)
    return { cookies: answer.cookies, to: '/', opened: true }
  } catch (error) {
    return unreachable(ctx, error)
  }
}

const staffActor = ({ id, role, name, email }: UserRow, ip: string) =>
  ({ kind: 'staff', userId: id, role: role as 'viewer', name, email, ip }) as const // the column's check allows roles only

async function clientOf(ctx: Ctx, { issuer, clientId, clientSecret }: SignOnRow): Promise<SsoClient | null> {
  if (issuer === null || clientId === null || clientSecret === null) return null
  return { issuer, clientId, clientSecret: await ctx.providers.sso.unseal(clientSecret) }
}

async function refused(ctx: Ctx, reason: SignOnRefusal, who: object = {}): Promise<SignOnStep> {
  await ctx.tx((tx) =>
    audit(tx, { action: 'sign_in.sso_refused', subjectType: 'user', after: { reason, ...who } }),
  )
  return refusedStep(reason)
}

async function unreachable(ctx: Ctx, error: unknown): Promise<SignOnStep> {
  if (!(error instanceof IssuerFault)) throw error
  ctx.log.warn({ reason: error.message }, 'the issuer of the single sign-on cannot be used')
  return refused(ctx, 'unreachable')
}

/** Finds or creates the account of a verified ID token, and gives it the role of its groups. */
async function admitClaims(
  ctx: Ctx,
  settings: SignOnRow,
  { issuer, subject, claims }: SsoClaims,
): Promise<SsoPerson | { reason: SignOnRefusal }> {
  const identity = readIdentity(claims, settings)
  const accountId = `${issuer} ${subject}`
  return ctx.tx(async (tx) => {
    const team = await lockTeam(tx)
    const linked = (await lockLinked(tx, accountId)) ?? null
    const named =
      linked || identity.email === null ? undefined : await lockUser(tx, { email: identity.email })
    const byEmail = named ? { ...accountOf(named), linkedElsewhere: await isLinked(tx, named.id) } : null
    const account = linked ?? named
    const decision = decideSignOn({
      identity,
      role: roleOf(identity.groups, settings.groups),
      linked: linked && accountOf(linked),
      byEmail,
      breakGlassUserId: settings.breakGlassUserId,
      isLastAdmin: account !== undefined && account !== null && isLastAdmin(account, team),
    })
    if (decision.kind === 'refuse') {
      if (decision.dropRole && linked) await changeRole(tx, linked, null)
      return { reason: decision.reason }
    }
    const user = decision.userId === null ? await createUser(tx, identity) : account
    if (!user) throw new Error('account missing right after it was found')
    if (decision.link) {
      await insertLink(tx, user.id, accountId)
      await audit(tx, {
        action: 'user.sso_linked',
        subjectType: 'user',
        subjectId: user.id,
        after: { issuer },
      })
    }
    if (user.role !== decision.role || user.invitedAt !== null) await changeRole(tx, user, decision.role)
    return { userId: user.id, email: await followAddress(tx, user, identity.email) }
  })
}

const accountOf = ({ id, role, disabledAt }: UserRow) => ({ id, role, disabled: disabledAt !== null })

async function createUser(tx: Ctx, { email, firstName, lastName }: Identity): Promise<UserRow | undefined> {
  if (email === null) return undefined
  const name = `${firstName} ${lastName}`.trim() || email
  const id = await insertPortalUser(tx, { email, name })
  if (id === null) return undefined
  await changeUser(tx, id, { firstName, lastName })
  await audit(tx, { action: 'user.created', subjectType: 'user', subjectId: id, after: { email, by: 'sso' } })
  return lockUser(tx, { id })
}

/** The groups decide at each sign-in; a lost role ends the console's sessions. An invitation is accepted by it. */
async function changeRole(tx: Ctx, user: UserRow, role: string | null): Promise<void> {
  await changeUser(tx, user.id, {
    ...{ role, invitedAt: null, invitationHash: null, invitationExpiresAt: null },
  })
  if (role === null) await deleteSessions(tx, { userId: user.id, audience: 'staff' })
  await audit(tx, {
    ...{ action: 'user.sso_role_changed', subjectType: 'user', subjectId: user.id },
    ...{ before: { role: user.role }, after: { role } },
  })
  tx.changed('sessions', 'users')
}

/** Takes over the address that the issuer gives now, if no account here has it. A broker's address is that of the portal. */
async function followAddress(tx: Ctx, user: UserRow, email: string | null): Promise<string> {
  if (email === null || email === user.email || user.brokerId !== null) return user.email
  if (await findByEmail(tx, email)) return user.email
  await changeUser(tx, user.id, { email, emailVerified: true })
  await audit(tx, {
    ...{ action: 'user.changed', subjectType: 'user', subjectId: user.id },
    ...{ before: { email: user.email }, after: { email } },
  })
  return email
}
