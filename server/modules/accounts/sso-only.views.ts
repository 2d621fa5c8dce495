import type { Ctx } from '#server/ctx.ts'
import { findSignOn } from './sign-on.store.ts'

export const SSO_ONLY =
  'Staff sign in through single sign-on only. Use the button on the sign-in screen; there is no password to set.'

/** True while this account may not use a password or passkey in the console. */
export async function isSsoOnly(ctx: Ctx, userId: number): Promise<boolean> {
  const { enforced, breakGlassUserId } = await findSignOn(ctx)
  return enforced && userId !== breakGlassUserId
}
