import {
  brokerPasskeyOptions,
  brokerSignIn,
  brokerSignInVerify,
  brokerSignInWithPasskey,
} from '#contract/accounts/broker-accounts.ts'
import { type AppRoute, route } from '#server/module.ts'
import { signIn, signInByPasskey, verifySignIn } from './portal-sign-in.ts'

export const signInRoutes: AppRoute[] = [
  route(brokerSignIn, async ({ ctx, body, request }) =>
    signIn(ctx, { ...body, headers: request.headers, ip: request.ip }),
  ),
  route(brokerPasskeyOptions, async ({ ctx, request, reply }) => {
    const { headers, ip } = request
    const { options, cookies } = await ctx.providers.portalSignIn.challengePasskey({ headers, ip })
    reply.header('set-cookie', cookies)
    return options
  }),
  route(brokerSignInWithPasskey, async ({ ctx, body, request }) =>
    signInByPasskey(ctx, { ...body, headers: request.headers, ip: request.ip }),
  ),
  route(brokerSignInVerify, async ({ ctx, body, request }) =>
    verifySignIn(ctx, { ...body, headers: request.headers, ip: request.ip }),
  ),
]
