import * as contract from '#contract/accounts/sign-on.ts'
import { type AppRoute, route } from '#server/module.ts'
import { presence } from './presence.ts'
import { completeAtIssuer, startAtIssuer, viewOffer } from './sign-on.ts'
import {
  changeEnforcement,
  changeSettings,
  describeIssuer,
  removeSettings,
  viewSignOn,
} from './sign-on-settings.ts'

export const signOnRoutes: AppRoute[] = [
  route(contract.signOnOffer, ({ ctx }) => viewOffer(ctx)),
  route(contract.startSignOn, async ({ ctx, query, request, reply }) => {
    const again = query.again === '1'
    const { cookies, to } = await startAtIssuer(ctx, { again, headers: request.headers, ip: request.ip })
    return reply.header('set-cookie', cookies).redirect(to)
  }),
  route(contract.completeSignOn, async ({ ctx, query, request, reply }) => {
    const step = await completeAtIssuer(ctx, { ...query, headers: request.headers, ip: request.ip })
    const cookies = step.opened ? [...step.cookies, presence(ctx, true)] : step.cookies
    // neither code nor state may leave in a Referer
    return reply.headers({ 'set-cookie': cookies, 'referrer-policy': 'no-referrer' }).redirect(step.to)
  }),
  route(contract.getSignOn, ({ ctx }) => viewSignOn(ctx)),
  route(contract.updateSignOn, async ({ ctx, body }) => {
    await changeSettings(ctx, body)
    return viewSignOn(ctx)
  }),
  route(contract.removeSignOn, async ({ ctx }) => {
    await removeSettings(ctx)
    return viewSignOn(ctx)
  }),
  route(contract.testSignOn, ({ ctx, body }) => describeIssuer(ctx, body.issuer)),
  route(contract.enforceSignOn, async ({ ctx, body }) => {
    await changeEnforcement(ctx, body)
    return viewSignOn(ctx)
  }),
]
