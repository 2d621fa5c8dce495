import type { Ctx } from '#server/ctx.ts'
import {
  clearLimit,
  limitReached,
  resetLimit,
  takeLimit,
  waitForAny,
} from '#server/platform/limits/limits.ts'
import { audit } from './audit.ts'
import { isKnownNetwork, rememberNetwork } from './known-networks.store.ts'
import { findByEmail } from './portal-accounts.store.ts'
import { ownUse, type Source, usesOf } from './sign-in-limits.rules.ts'

/** Stands in the audit log for an address without an account. */
export const UNKNOWN_ADDRESS = 'unknown address'

/** Where somebody tries to sign in from, to which account. */
export async function sourceOf(ctx: Ctx, { email, ip }: { email: string; ip: string }): Promise<Source> {
  return { email, ip, known: await isKnownNetwork(ctx, email, ip) }
}

/** @throws AppError too_many_requests */
export async function refuseWhileLimited(ctx: Ctx, source: Source): Promise<void> {
  const reached = await waitForAny(ctx, usesOf(source))
  if (reached) throw limitReached(reached.limit, reached.seconds)
}

/**
 * Counts a failure. Concurrent guesses are counted one by one; those beyond a limit reveal nothing.
 * @throws AppError too_many_requests
 */
export async function recordFailure(ctx: Ctx, source: Source): Promise<void> {
  const locked: string[] = []
  for (const use of usesOf(source)) {
    const { seconds, last } = await takeLimit(ctx, use)
    if (seconds > 0) throw limitReached(use[0], seconds)
    if (last) locked.push(use[0].name)
  }
  await ctx.tx(async (tx) => {
    // an address without an account may be a password, typed into the wrong field
    const account = await findByEmail(tx, source.email)
    const after = { email: account ? source.email : UNKNOWN_ADDRESS }
    for (const limit of locked) {
      await audit(tx, { action: 'sign_in.locked', subjectType: 'user', after: { ...after, limit } })
    }
    await audit(tx, { action: 'sign_in.failed', subjectType: 'user', after })
  })
}

/**
 * Gives the account its allowance back and remembers the network. Once a limit is reached, a right password or code is
 * refused like a wrong one.
 * @throws AppError too_many_requests
 */
export async function recordSuccess(tx: Ctx, source: Source, userId: number): Promise<void> {
  const [own, ...shared] = usesOf(source)
  if (own) {
    const seconds = await clearLimit(tx, own)
    if (seconds > 0) throw limitReached(own[0], seconds)
  }
  const reached = await waitForAny(tx, shared)
  if (reached) throw limitReached(reached.limit, reached.seconds)
  await rememberNetwork(tx, userId, source.ip)
}

/**
 * After a reset, which proves the mailbox: the new password works immediately from this network, despite guesses from
 * elsewhere.
 */
export async function trustNetwork(
  tx: Ctx,
  { userId, email, ip }: { userId: number; email: string; ip: string },
): Promise<void> {
  await resetLimit(tx, ownUse({ email, ip }))
  await rememberNetwork(tx, userId, ip)
}
