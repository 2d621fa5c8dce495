import { type BrokerProfile, type brokerSignIn, NOT_VERIFIED } from '#contract/accounts/broker-accounts.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  type Area,
  type Code,
  type Opened,
  type Password,
  passkeyWith,
  signInWith,
  verifyWith,
} from '#server/modules/accounts/sign-in.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Origin, PasskeyResponse } from '#server/providers/ports/sign-in.ts'
import { linkOnSignIn } from './link-account.ts'
import { viewProfile } from './profile.views.ts'
import { findPending } from './registration.store.ts'

interface BrokerPerson {
  userId: number
  brokerId: number
  name: string
  email: string
}

const area = (ctx: Ctx): Area<BrokerPerson> => ({
  provider: ctx.providers.portalSignIn,
  async admit(inner, { id, name, email, brokerId }) {
    const ownId = brokerId ?? (await linkOnSignIn(inner, id))
    return ownId === null ? null : { userId: id, brokerId: ownId, name, email }
  },
  actor: (person, { sessionId, ip }) => ({ kind: 'broker', ...person, sessionId, ip }),
  wrong: 'Invalid credentials',
  explain: explainUnverified,
})

/** Explains to a sender with the password of a pending registration that the address is not verified yet. */
async function explainUnverified(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
): Promise<AppError | null> {
  const { portalSignIn } = ctx.providers
  const [newest] = await findPending(ctx, email)
  if (!newest) {
    // takes the same time as for an address with a pending registration
    await portalSignIn.hashPassword(password)
    return null
  }
  const matches = await portalSignIn.checkPassword(password, newest.passwordHash)
  return matches ? new AppError('forbidden', NOT_VERIFIED) : null
}

/**
 * Signs a broker in. A wrong password, an unknown address and a user who is not a broker get the same error.
 * @throws AppError not_signed_in; forbidden while the address is not verified; too_many_requests
 */
export async function signIn(ctx: Ctx, input: Password): Promise<ReturnsOf<typeof brokerSignIn>> {
  const answer = await signInWith(ctx, area(ctx), input)
  if ('codeRequest' in answer) return { twoFactorRequired: true, challenge: answer.codeRequest.challenge }
  return toSignInAnswer(ctx, answer)
}

/** Completes a sign-in with a code. @throws AppError not_signed_in, too_many_requests */
export async function verifySignIn(ctx: Ctx, input: Code): Promise<{ token: string; broker: BrokerProfile }> {
  return toSignInAnswer(ctx, await verifyWith(ctx, area(ctx), input))
}

/** Signs a broker in by a passkey. @throws AppError not_signed_in, too_many_requests */
export async function signInByPasskey(
  ctx: Ctx,
  input: { response: PasskeyResponse } & Origin,
): Promise<{ token: string; broker: BrokerProfile }> {
  return toSignInAnswer(ctx, await passkeyWith(ctx, area(ctx), input))
}

async function toSignInAnswer(
  ctx: Ctx,
  { person, session }: Opened<BrokerPerson>,
): Promise<{ token: string; broker: BrokerProfile }> {
  return { token: session.bearer, broker: await viewProfile(ctx, person.userId) }
}
