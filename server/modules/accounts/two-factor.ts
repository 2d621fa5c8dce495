import QRCode from 'qrcode'
import type { TwoFactorSetup } from '#contract/accounts/own-account.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import type { Origin } from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { requireSelf } from './policy.ts'
import { providerOf, WRONG_CODE, withPassword } from './sign-in.ts'
import { findUser } from './store.ts'

/**
 * Creates a secret and backup codes; codes are required only after `confirmTwoFactor`.
 * @throws AppError invalid for a wrong password; conflict when it is on; too_many_requests
 */
export async function startTwoFactor(
  ctx: Ctx,
  { password, headers, ip }: { password: string } & Origin,
): Promise<TwoFactorSetup> {
  const { audience, email } = requireSelf(ctx)
  await refuseWhenOn(ctx)
  const { uri, backupCodes } = await withPassword(ctx, { email, ip, field: 'password' }, () =>
    providerOf(ctx, audience).startTwoFactor(headers, password),
  )
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { uri, secret, qr: await QRCode.toString(uri, { type: 'svg', margin: 2 }), backupCodes }
}

/** Turns two-factor on. @throws AppError invalid for a wrong code; conflict when it is already on */
export async function confirmTwoFactor(
  ctx: Ctx,
  { code, headers }: { code: string } & Omit<Origin, 'ip'>,
): Promise<void> {
  const { userId, audience } = requireSelf(ctx)
  await refuseWhenOn(ctx)
  if (!(await providerOf(ctx, audience).confirmTwoFactor(headers, code))) throw invalid({ code: WRONG_CODE })
  await ctx.tx(async (tx) => {
    await audit(tx, { action: 'two_factor.on', subjectType: 'user', subjectId: userId })
    await tx.emit('account.changed', { userId, change: 'two_factor_on', audience })
  })
}

/** Turns two-factor off, if it is on. @throws AppError invalid for a wrong password, too_many_requests */
export async function stopTwoFactor(
  ctx: Ctx,
  { password, headers, ip }: { password: string } & Origin,
): Promise<void> {
  const { userId, audience, email } = requireSelf(ctx)
  const wasOn = await isOn(ctx)
  await withPassword(ctx, { email, ip, field: 'password' }, () =>
    providerOf(ctx, audience).stopTwoFactor(headers, password),
  )
  if (!wasOn) return
  await ctx.tx(async (tx) => {
    await audit(tx, { action: 'two_factor.off', subjectType: 'user', subjectId: userId })
    await tx.emit('account.changed', { userId, change: 'two_factor_off', audience })
  })
}

async function isOn(ctx: Ctx): Promise<boolean> {
  const user = await findUser(ctx, requireSelf(ctx).userId)
  if (!user) throw notFound('User')
  return user.twoFactorEnabled
}

async function refuseWhenOn(ctx: Ctx): Promise<void> {
  if (await isOn(ctx)) {
    throw new AppError('conflict', 'Two-factor is already on. Turn it off before you set it up again.')
  }
}
