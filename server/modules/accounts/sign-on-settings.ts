import {
  type enforceSignOn,
  SIGN_ON_CALLBACK,
  type SignOnSettings,
  type testSignOn,
  type updateSignOn,
} from '#contract/accounts/sign-on.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { IssuerFault } from '#server/providers/ports/sso.ts'
import { audit, changedFields } from './audit.ts'
import { authorise } from './policy.ts'
import { changeSignOn, deleteStaffSessions, findPasswordAdmins, findSignOn } from './sign-on.store.ts'

/** The settings for the admins' screen; the secret never leaves the server. */
export async function viewSignOn(ctx: Ctx): Promise<SignOnSettings> {
  authorise(ctx, 'sign_on.write')
  const {
    issuer,
    clientId,
    clientSecret,
    label,
    groupsClaim,
    groups,
    trustsEmails,
    enforced,
    breakGlassUserId,
  } = await findSignOn(ctx)
  return {
    ...{ issuer, clientId, label, groupsClaim, groups, trustsEmails, enforced, breakGlassUserId },
    hasSecret: clientSecret !== null,
    redirectUri: `${ctx.providers.publicUrl}${SIGN_ON_CALLBACK}`,
    admins: await findPasswordAdmins(ctx),
  }
}

/**
 * Sets issuer, client and groups. The issuer is read first: one that is down, slow or something else changes nothing.
 * @throws AppError forbidden, invalid
 */
export async function changeSettings(ctx: Ctx, body: BodyOf<typeof updateSignOn>): Promise<void> {
  authorise(ctx, 'sign_on.write')
  const { clientSecret: typed, ...fields } = body
  const doubled = fields.groups.find(
    ({ group }, at) => fields.groups.findIndex((one) => one.group === group) !== at,
  )
  if (doubled) throw invalid({ groups: `The group ${doubled.group} is listed twice.` })
  await readIssuer(ctx, body.issuer)
  const sealed = typed ? await ctx.providers.sso.seal(typed) : null
  await ctx.tx(async (tx) => {
    const before = await findSignOn(tx, { forUpdate: true })
    const isSameClient = before.issuer === fields.issuer && before.clientId === fields.clientId
    // a kept secret would otherwise be sent to another issuer
    if (!sealed && (before.clientSecret === null || !isSameClient)) {
      throw invalid({ clientSecret: 'Enter the client secret of this issuer and client.' })
    }
    const changed = changedFields<typeof before>(before, fields)
    if (!changed && !sealed) return
    await changeSignOn(tx, { ...fields, ...(sealed && { clientSecret: sealed }) })
    if (!isSameClient) await deleteStaffSessions(tx, { method: 'sso', not: null })
    await audit(tx, {
      ...{ action: 'sign_on.changed', subjectType: 'sign_on' },
      ...{ before: changed?.before, after: { ...changed?.after, ...(sealed && { secret: 'replaced' }) } },
    })
    tx.changed('sign-on', 'sessions')
  })
}

/** Ends the single sign-on and its sessions. @throws AppError forbidden, conflict */
export async function removeSettings(ctx: Ctx): Promise<void> {
  authorise(ctx, 'sign_on.write')
  await ctx.tx(async (tx) => {
    const before = await findSignOn(tx, { forUpdate: true })
    if (before.enforced) {
      throw new AppError('conflict', 'Staff sign in through this only. Turn that off first, then remove it.')
    }
    if (before.issuer === null) return
    await changeSignOn(tx, { issuer: null, clientId: null, clientSecret: null, groups: [] })
    const ended = await deleteStaffSessions(tx, { method: 'sso', not: null })
    await audit(tx, {
      ...{ action: 'sign_on.removed', subjectType: 'sign_on' },
      ...{ before: { issuer: before.issuer, clientId: before.clientId }, after: { sessionsEnded: ended } },
    })
    tx.changed('sign-on', 'sessions')
  })
}

/** Makes the single sign-on the only way for staff, or ends that. @throws AppError forbidden, invalid, conflict */
export async function changeEnforcement(
  ctx: Ctx,
  { enforced, breakGlassUserId }: BodyOf<typeof enforceSignOn>,
): Promise<void> {
  authorise(ctx, 'sign_on.write')
  await ctx.tx(async (tx) => {
    const before = await findSignOn(tx, { forUpdate: true })
    if (enforced && before.issuer === null) {
      throw new AppError('conflict', 'Set up the issuer first, and sign in through it once.')
    }
    const admins = await findPasswordAdmins(tx)
    if (enforced && !admins.some(({ id }) => id === breakGlassUserId)) {
      const message =
        'Name the break-glass admin: an active admin with a password, who can sign in when the issuer is down.'
      throw invalid({ breakGlassUserId: message })
    }
    const changes = { enforced, breakGlassUserId: enforced ? breakGlassUserId : null }
    const changed = changedFields<typeof before>(before, changes)
    if (!changed) return
    await changeSignOn(tx, changes)
    const ended = enforced ? await deleteStaffSessions(tx, { method: 'others', not: breakGlassUserId }) : 0
    await audit(tx, {
      ...{ action: 'sign_on.enforcement_changed', subjectType: 'sign_on' },
      ...{ before: changed.before, after: { ...changed.after, sessionsEnded: ended } },
    })
    tx.changed('sign-on', 'sessions')
  })
}

/** What an issuer offers, in words. @throws AppError forbidden */
export async function describeIssuer(ctx: Ctx, issuer: string): Promise<ReturnsOf<typeof testSignOn>> {
  authorise(ctx, 'sign_on.write')
  const { sso } = ctx.providers
  try {
    const facts = await sso.discover(issuer)
    const keys = await sso.countKeys(facts)
    return {
      ok: true,
      facts: [
        `Sign-in page: ${facts.authorizationEndpoint}`,
        `Tokens: ${facts.tokenEndpoint}`,
        `Keys: ${keys} at ${facts.jwksUri}`,
        `Signatures: ${facts.algorithms.join(', ')}`,
        facts.groupsScope
          ? 'The scope "groups" is offered and requested.'
          : 'The scope "groups" is not offered.',
      ],
    }
  } catch (error) {
    if (error instanceof IssuerFault) return { ok: false, facts: [error.message] }
    throw error
  }
}

/** @throws AppError invalid, with the reason at the field */
async function readIssuer(ctx: Ctx, issuer: string): Promise<void> {
  const { ok, facts } = await describeIssuer(ctx, issuer)
  if (!ok) throw invalid({ issuer: facts[0] ?? 'The issuer cannot be used.' })
}
