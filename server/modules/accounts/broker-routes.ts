import * as contract from '#contract/broker-accounts.ts'
import { type AppRoute, route } from '#server/module.ts'
import { askReset, changePassword, resetPassword } from './passwords/service.ts'
import { signOutBroker } from './service.ts'
import { endAllSessions, endSession, listSessions } from './sessions/service.ts'
import { confirmTwoFactor, startTwoFactor, stopTwoFactor } from './two-factor/service.ts'

const ok = { ok: true } as const

/** What brokers do for their own account; how they sign in stands in the portal, with what they are shown then. */
export const brokerRoutes: AppRoute[] = [
  route(contract.brokerSignOut, async ({ ctx, request }) => {
    await signOutBroker(ctx, request.headers)
    return ok
  }),
  route(contract.forgotPassword, async ({ ctx, body }) => {
    await askReset(ctx, { ...body, audience: 'broker' })
    return ok
  }),
  route(contract.resetPassword, async ({ ctx, body, request }) => {
    await resetPassword(ctx, { ...body, audience: 'broker', ip: request.ip })
    return ok
  }),
  route(contract.changePassword, async ({ ctx, body, request }) => {
    await changePassword(ctx, { ...body, headers: request.headers, ip: request.ip })
    return ok
  }),
  route(contract.listSessions, async ({ ctx, request }) => listSessions(ctx, request.headers)),
  route(contract.endSession, async ({ ctx, params }) => {
    await endSession(ctx, params.id)
    return ok
  }),
  route(contract.endAllSessions, async ({ ctx }) => {
    await endAllSessions(ctx)
    return ok
  }),
  route(contract.startTwoFactor, async ({ ctx, body, request }) =>
    startTwoFactor(ctx, { ...body, headers: request.headers, ip: request.ip }),
  ),
  route(contract.confirmTwoFactor, async ({ ctx, body, request }) => {
    await confirmTwoFactor(ctx, { ...body, headers: request.headers })
    return ok
  }),
  route(contract.stopTwoFactor, async ({ ctx, body, request }) => {
    await stopTwoFactor(ctx, { ...body, headers: request.headers, ip: request.ip })
    return ok
  }),
]
