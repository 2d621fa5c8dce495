import * as deliveries from '#contract/webhooks/webhook-deliveries.ts'
import * as endpoints from '#contract/webhooks/webhook-endpoints.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { replayMany, replayOne, testWebhook } from './replay.ts'
import { viewDeliveries, viewDelivery, viewWebhook, viewWebhooks } from './views.ts'
import { addWebhook, changeWebhook, type MadeSecret, removeWebhook, rotateSecret } from './webhooks.ts'

const made = async (ctx: Ctx, { id, secret }: MadeSecret) => ({ webhook: await viewWebhook(ctx, id), secret })

export const routes: AppRoute[] = [
  route(endpoints.listWebhooks, async ({ ctx }) => viewWebhooks(ctx)),
  route(endpoints.createWebhook, async ({ ctx, body }) => made(ctx, await addWebhook(ctx, body))),
  route(endpoints.updateWebhook, async ({ ctx, params, body }) => {
    await changeWebhook(ctx, params.id, body)
    return viewWebhook(ctx, params.id)
  }),
  route(endpoints.deleteWebhook, async ({ ctx, params }) => {
    await removeWebhook(ctx, params.id)
    return { deleted: true as const }
  }),
  route(endpoints.rotateWebhookSecret, async ({ ctx, params, body }) =>
    made(ctx, await rotateSecret(ctx, params.id, body.overlapHours)),
  ),
  route(deliveries.sendTestEvent, async ({ ctx, params }) =>
    viewDelivery(ctx, params.id, await testWebhook(ctx, params.id)),
  ),
  route(deliveries.listDeliveries, async ({ ctx, params, query }) => viewDeliveries(ctx, params.id, query)),
  route(deliveries.getDelivery, async ({ ctx, params }) => viewDelivery(ctx, params.id, params.delivery)),
  route(deliveries.replayDelivery, async ({ ctx, params }) => {
    await replayOne(ctx, params.id, params.delivery)
    return viewDelivery(ctx, params.id, params.delivery)
  }),
  route(deliveries.replayRange, async ({ ctx, params, body }) => ({
    replayed: await replayMany(ctx, params.id, body),
  })),
]
