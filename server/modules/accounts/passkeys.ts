import type { Passkey } from '#contract/accounts/passkeys.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Origin, PasskeyResponse, RequestHeaders } from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { deletePasskey, findPasskeys } from './passkeys.store.ts'
import { requireSelf } from './policy.ts'
import { findPassword } from './portal-accounts.store.ts'
import { providerOf, withPassword } from './sign-in.ts'
import { isSsoOnly, SSO_ONLY } from './sso-only.views.ts'

const MOST_PASSKEYS = 10

export async function listPasskeys(ctx: Ctx): Promise<Passkey[]> {
  const rows = await findPasskeys(ctx, requireSelf(ctx).userId)
  return rows.map(({ id, name, createdAt }) => ({
    ...{ id, name: name ?? 'Passkey', createdAt: createdAt.toISOString() },
  }))
}

/**
 * What the browser needs to make a passkey. Requires the password, so that no passer-by can add a way in.
 * @throws AppError invalid, too_many_requests, conflict, rule_forbids
 */
export async function startPasskey(
  ctx: Ctx,
  { password, headers, ip }: { password: string } & Origin,
): Promise<{ options: Record<string, unknown>; cookies: string[] }> {
  const { userId, audience, email } = requireSelf(ctx)
  if (audience === 'staff' && (await isSsoOnly(ctx, userId))) throw new AppError('rule_forbids', SSO_ONLY)
  if ((await findPasskeys(ctx, userId)).length >= MOST_PASSKEYS) {
    throw new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`)
  }
  const provider = providerOf(ctx, audience)
  const hash = await findPassword(ctx, userId)
  return withPassword(ctx, { email, ip, field: 'password' }, async () => {
    const isRight = hash !== null && (await provider.checkPassword(password, hash))
    return isRight ? provider.startPasskey(headers) : null
  })
}

/** @throws AppError invalid */
export async function addPasskey(
  ctx: Ctx,
  { headers, ...made }: { response: PasskeyResponse; name: string; headers: RequestHeaders },
): Promise<void> {
  const { userId, audience } = requireSelf(ctx)
  if (!(await providerOf(ctx, audience).addPasskey(headers, made))) {
    throw new AppError(
      'invalid',
      'The passkey could not be checked. Start again; it took too long, or the device did not check that it was you.',
    )
  }
  await ctx.tx(async (tx) => {
    await audit(tx, {
      action: 'passkey.added',
      subjectType: 'user',
      subjectId: userId,
      after: { name: made.name },
    })
    await tx.emit('account.changed', { userId, change: 'passkey_added', audience })
  })
}

/** @throws AppError not_found, also for passkeys of others */
export async function removePasskey(ctx: Ctx, id: number): Promise<void> {
  const { userId, audience } = requireSelf(ctx)
  await ctx.tx(async (tx) => {
    if (!(await deletePasskey(tx, { userId, id }))) throw notFound('Passkey')
    await audit(tx, { action: 'passkey.removed', subjectType: 'user', subjectId: userId })
    await tx.emit('account.changed', { userId, change: 'passkey_removed', audience })
  })
}
