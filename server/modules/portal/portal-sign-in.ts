import { type BrokerProfile, type brokerSignIn, NOT_VERIFIED } from '#contract/broker-accounts.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  type Area,
  type Code,
  type Opened,
  type Password,
  signInWith,
  verifyWith,
} from '#server/modules/accounts/sign-in.ts'
import { AppError } from '#server/platform/errors.ts'
import { linkOnSignIn } from './link-account.ts'
import { viewProfile } from './profile.views.ts'
import { findWaiting } from './registration.store.ts'

interface BrokerPerson {
  userId: number
  brokerId: number
  name: string
  email: string
}

const area = (ctx: Ctx): Area<BrokerPerson> => ({
  provider: ctx.providers.portalSignIn,
  async admit(inner, { id, name, email, brokerId }) {
    const own = brokerId ?? (await linkOnSignIn(inner, id))
    return own === null ? null : { userId: id, brokerId: own, name, email }
  },
  actor: (person, { sessionId, ip }) => ({ kind: 'broker', ...person, sessionId, ip }),
  wrong: 'Invalid credentials',
  explain: waitsForMail,
})

/** Whoever knows the password of a registration is told what it waits for. */
async function waitsForMail(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
): Promise<AppError | null> {
  const { portalSignIn } = ctx.providers
  const [newest] = await findWaiting(ctx, email)
  if (!newest) {
    // the same time as for an address that waits
    await portalSignIn.hashPassword(password)
    return null
  }
  const fits = await portalSignIn.checkPassword(password, newest.passwordHash)
  return fits ? new AppError('forbidden', NOT_VERIFIED) : null
}

/**
 * Signs a broker in. A wrong password, an unknown address and somebody who is no broker get one answer.
 * @throws AppError not_signed_in; forbidden while the address waits to be verified; too_many_requests
 */
export async function signIn(ctx: Ctx, input: Password): Promise<ReturnsOf<typeof brokerSignIn>> {
  const answer = await signInWith(ctx, area(ctx), input)
  if ('asked' in answer) return { twoFactorRequired: true, challenge: answer.asked.challenge }
  return handOut(ctx, answer)
}

/** Completes a sign-in with a code. @throws AppError not_signed_in, too_many_requests */
export async function verifySignIn(ctx: Ctx, input: Code): Promise<{ token: string; broker: BrokerProfile }> {
  return handOut(ctx, await verifyWith(ctx, area(ctx), input))
}

async function handOut(
  ctx: Ctx,
  { person, session }: Opened<BrokerPerson>,
): Promise<{ token: string; broker: BrokerProfile }> {
  return { token: session.bearer, broker: await viewProfile(ctx, person.userId) }
}
