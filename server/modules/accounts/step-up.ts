import { type identityWays, needsStepUp, STEP_UP_MINUTES } from '#contract/accounts/step-up.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import type {
  Origin,
  PasskeyChallenge,
  PasskeyResponse,
  RequestHeaders,
} from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { findPasskeys } from './passkeys.store.ts'
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

export async function viewWays(ctx: Ctx): Promise<ReturnsOf<typeof identityWays>> {
  const { userId } = requireSelf(ctx)
  const { issuer, label } = await findSignOn(ctx)
  const isConfirmed = ctx.actor.kind === 'staff' && isRecent(ctx.actor.authenticatedAt)
  const others = { signOn: issuer === null ? null : label, isConfirmed }
  if (await isSsoOnly(ctx, userId)) return { password: false, passkey: false, ...others }
  const password = (await findPassword(ctx, userId)) !== null
  return { password, passkey: (await findPasskeys(ctx, userId)).length > 0, ...others }
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
  await confirm(ctx, userId, headers)
}

/** Begins a proof by a passkey. @throws AppError conflict */
export async function startIdentityPasskey(ctx: Ctx, origin: Origin): Promise<PasskeyChallenge> {
  await requirePasskey(ctx)
  return ctx.providers.signIn.challengePasskey(origin)
}

/** Proves by a passkey who one is: one of another person proves nothing. @throws AppError invalid, conflict */
export async function confirmByPasskey(
  ctx: Ctx,
  { response, headers, ip }: { response: PasskeyResponse } & Origin,
): Promise<void> {
  const userId = await requirePasskey(ctx)
  const { signIn } = ctx.providers
  // the library proves a passkey by a sign-in: its session is not given to anybody
  const proven = await signIn.signInWithPasskey({ response, headers, ip })
  if (proven) await signIn.end(proven.token)
  if (proven?.userId !== userId) {
    throw new AppError(
      'invalid',
      'The passkey was not accepted. Try again with a passkey of your own, or confirm another way.',
    )
  }
  await confirm(ctx, userId, headers)
}

async function requirePasskey(ctx: Ctx): Promise<number> {
  const { userId } = requireSelf(ctx)
  if ((await isSsoOnly(ctx, userId)) || (await findPasskeys(ctx, userId)).length === 0)
    throw new AppError('conflict', 'You have no passkey here. Confirm another way.')
  return userId
}

async function confirm(ctx: Ctx, userId: number, headers: RequestHeaders): Promise<void> {
  const id = await currentSession(ctx, headers)
  await ctx.tx(async (tx) => {
    if (id !== null) await markAuthenticated(tx, id)
    await audit(tx, { action: 'session.identity_confirmed', subjectType: 'user', subjectId: userId })
  })
}
