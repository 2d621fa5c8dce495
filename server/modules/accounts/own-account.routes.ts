import type { FastifyReply } from 'fastify'
import type { OwnAccountEndpoints } from '#contract/accounts/own-account.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import type { Audience } from '#server/providers/ports/sign-in.ts'
import { changePassword, requestReset, requireOpenReset, resetPassword } from './passwords.ts'
import { endAllSessions, endSession, listSessions } from './sessions.ts'
import { confirmTwoFactor, startTwoFactor, stopTwoFactor } from './two-factor.ts'

const ok = { ok: true } as const

/**
 * Routes for managing one's own account, the same for staff and brokers.
 * @param onSignedOut runs after all sessions were ended, e.g. to clear cookies
 */
export function ownAccountRoutes(
  own: OwnAccountEndpoints,
  audience: Audience,
  onSignedOut: (ctx: Ctx, reply: FastifyReply) => void = () => undefined,
): AppRoute[] {
  return [
    route(own.forgotPassword, async ({ ctx, body }) => {
      await requestReset(ctx, { ...body, audience })
      return ok
    }),
    route(own.resetPassword, async ({ ctx, body, request }) => {
      await resetPassword(ctx, { ...body, audience, ip: request.ip })
      return ok
    }),
    route(own.checkReset, async ({ ctx, body }) => {
      await requireOpenReset(ctx, { ...body, audience })
      return ok
    }),
    route(own.changePassword, async ({ ctx, body, request }) => {
      await changePassword(ctx, { ...body, headers: request.headers, ip: request.ip })
      return ok
    }),
    route(own.listSessions, async ({ ctx, request }) => listSessions(ctx, request.headers)),
    route(own.endSession, async ({ ctx, params }) => {
      await endSession(ctx, params.id)
      return ok
    }),
    route(own.endAllSessions, async ({ ctx, reply }) => {
      await endAllSessions(ctx)
      onSignedOut(ctx, reply)
      return ok
    }),
    route(own.startTwoFactor, async ({ ctx, body, request }) =>
      startTwoFactor(ctx, { ...body, headers: request.headers, ip: request.ip }),
    ),
    route(own.confirmTwoFactor, async ({ ctx, body, request }) => {
      await confirmTwoFactor(ctx, { ...body, headers: request.headers })
      return ok
    }),
    route(own.stopTwoFactor, async ({ ctx, body, request }) => {
      await stopTwoFactor(ctx, { ...body, headers: request.headers, ip: request.ip })
      return ok
    }),
  ]
}
