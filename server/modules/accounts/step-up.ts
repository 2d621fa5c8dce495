import { needsStepUp, STEP_UP_MINUTES } from '#contract/accounts/step-up.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Origin } from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { requireSelf } from './policy.ts'
import { findPassword } from './portal-accounts.store.ts'
import { markAuthenticated } from './sessions.store.ts'
import { currentSession } from './sessions.ts'
import { withPassword } from './sign-in.ts'
import { findSignOn } from './sign-on.store.ts'
import { isSsoOnly } from './sso-only.views.ts'

const STEP_UP_MS = STEP_UP_MINUTES * 60_000

/** The clock of the library, which writes the times of sessions. */
const isRecent = (at: Date | undefined): boolean => at !== undefined && Date.now() - at.getTime() < STEP_UP_MS

/** Part of the gate, for every endpoint of the table in the contract. @throws AppError confirm_identity */
export function requireRecentProof(actor: Actor, endpoint: { method: string; path: string }): void {
  if (actor.kind !== 'staff' || !needsStepUp(endpoint) || isRecent(actor.authenticatedAt)) return
  throw new AppError(
    'confirm_identity',
    `Confirm that it is you: this change needs a sign-in of the last ${STEP_UP_MINUTES} minutes.`,
  )
}

export async function viewWays(
  ctx: Ctx,
): Promise<{ password: boolean; signOn: string | null; isConfirmed: boolean }> {
  const { userId } = requireSelf(ctx)
  const { issuer, label } = await findSignOn(ctx)
  const hash = (await isSsoOnly(ctx, userId)) ? null : await findPassword(ctx, userId)
  const isConfirmed = ctx.actor.kind === 'staff' && isRecent(ctx.actor.authenticatedAt)
  return { password: hash !== null, signOn: issuer === null ? null : label, isConfirmed }
}

/** Proves by the password who one is. @throws AppError invalid, too_many_requests, conflict */
export async function confirmByPassword(
  ctx: Ctx,
  { password, headers, ip }: { password: string } & Origin,
): Promise<void> {
  const { userId, email } = requireSelf(ctx)
  const hash = (await isSsoOnly(ctx, userId)) ? null : await findPassword(ctx, userId)
  if (hash === null) throw new AppError('conflict', 'You have no password here. Confirm by single sign-on.')
  await withPassword(ctx, { email, ip, field: 'password' }, () =>
    ctx.providers.signIn.checkPassword(password, hash),
  )
  const id = await currentSession(ctx, headers)
  await ctx.tx(async (tx) => {
    if (id !== null) await markAuthenticated(tx, id)
    await audit(tx, { action: 'session.identity_confirmed', subjectType: 'user', subjectId: userId })
  })
}
