import * as contract from '#contract/accounts/api-keys.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { type MadeKey, makeApiKey, revokeKey, rotateKey } from './api-keys.ts'
import { viewApiKey, viewApiKeys } from './api-keys.views.ts'

const made = async (ctx: Ctx, { id, token }: MadeKey) => ({ key: await viewApiKey(ctx, id), token })

export const apiKeyRoutes: AppRoute[] = [
  route(contract.listApiKeys, async ({ ctx }) => viewApiKeys(ctx)),
  route(contract.createApiKey, async ({ ctx, body }) => made(ctx, await makeApiKey(ctx, body))),
  route(contract.rotateApiKey, async ({ ctx, params, body }) =>
    made(ctx, await rotateKey(ctx, params.id, body.overlapHours)),
  ),
  route(contract.revokeApiKey, async ({ ctx, params }) => {
    await revokeKey(ctx, params.id)
    return { revoked: true as const }
  }),
]
