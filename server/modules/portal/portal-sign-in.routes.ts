import { brokerSignIn, brokerSignInVerify } from '#contract/accounts/broker-accounts.ts'
import { type AppRoute, route } from '#server/module.ts'
import { signIn, verifySignIn } from './portal-sign-in.ts'

export const signInRoutes: AppRoute[] = [
  route(brokerSignIn, async ({ ctx, body, request }) =>
    signIn(ctx, { ...body, headers: request.headers, ip: request.ip }),
  ),
  route(brokerSignInVerify, async ({ ctx, body, request }) =>
    verifySignIn(ctx, { ...body, headers: request.headers, ip: request.ip }),
  ),
]
