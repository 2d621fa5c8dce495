import type { OwnPasskeyEndpoints } from '#contract/accounts/passkeys.ts'
import { type AppRoute, route } from '#server/module.ts'
import { addPasskey, listPasskeys, removePasskey, startPasskey } from './passkeys.ts'

/** Routes for one's own passkeys, the same for staff and brokers. */
export function passkeyRoutes(own: OwnPasskeyEndpoints): AppRoute[] {
  return [
    route(own.listPasskeys, ({ ctx }) => listPasskeys(ctx)),
    route(own.startPasskey, async ({ ctx, body, request, reply }) => {
      const { options, cookies } = await startPasskey(ctx, {
        ...body,
        headers: request.headers,
        ip: request.ip,
      })
      reply.header('set-cookie', cookies)
      return options
    }),
    route(own.addPasskey, async ({ ctx, body, request }) => {
      await addPasskey(ctx, { ...body, headers: request.headers })
      return { ok: true } as const
    }),
    route(own.removePasskey, async ({ ctx, params }) => {
      await removePasskey(ctx, params.id)
      return { removed: params.id }
    }),
  ]
}
