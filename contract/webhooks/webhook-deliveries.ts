import { z } from 'zod'
import { givenInstant } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { type WebhookEvent, webhookData } from './webhook-events.ts'

const tag = 'Webhooks'

/** Deliveries of one replay. */
export const MAX_REPLAYED = 50_000

/** waiting: for its first or next attempt; failed: given up after three days. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const events = Object.keys(webhookData) as [WebhookEvent, ...WebhookEvent[]] // the keys of the table

const delivery = z.object({
  id: z.number(),
  /** The header webhook-id: the same for every attempt and replay. */
  eventId: z.string(),
  event: z.enum(events),
  occurredAt: instant,
  state: z.enum(deliveryStates),
  attempts: z.number(),
  lastAttemptAt: instant.nullable(),
  /** HTTP status of the last attempt; null: there was no answer. */
  status: z.number().nullable(),
  milliseconds: z.number().nullable(),
  /** Why the last attempt failed, in a sentence. */
  error: z.string().nullable(),
  /** Of a delivery that waits. */
  nextAttemptAt: instant.nullable(),
})
export type Delivery = z.output<typeof delivery>

const deliveryDetails = delivery.extend({
  /** As sent. */
  body: z.string(),
  /** The newest first, at most 50. */
  log: z.array(
    z.object({
      at: instant,
      status: z.number().nullable(),
      milliseconds: z.number(),
      error: z.string().nullable(),
    }),
  ),
})
export type DeliveryDetails = z.output<typeof deliveryDetails>

const ofDelivery = z.object({ id, delivery: id })

export const sendTestEvent = endpoint('POST /api/webhook-endpoints/:id/test', {
  tag,
  summary: 'Queues a test event for this webhook',
  access: 'webhooks.write',
  params: idParams,
  returns: delivery,
  limit: { requests: 60, minutes: 10 },
})

export const listDeliveries = endpoint('GET /api/webhook-endpoints/:id/deliveries', {
  tag,
  summary: 'The deliveries of a webhook, the newest first',
  access: 'webhooks.write',
  params: idParams,
  query: pageQuery
    .pick({ limit: true, cursor: true, total: true })
    .extend({ state: z.enum(deliveryStates).optional(), event: z.enum(events).optional() }),
  returns: z.array(delivery),
})

export const getDelivery = endpoint('GET /api/webhook-endpoints/:id/deliveries/:delivery', {
  tag,
  summary: 'A delivery with its body and its attempts',
  access: 'webhooks.write',
  params: ofDelivery,
  returns: deliveryDetails,
})

export const replayDelivery = endpoint('POST /api/webhook-endpoints/:id/deliveries/:delivery/replay', {
  tag,
  summary: 'Sends an event again, with the same id',
  access: 'webhooks.write',
  params: ofDelivery,
  returns: delivery,
})

export const replayBody = z
  .object({ from: givenInstant(), to: givenInstant(), only: z.enum(['failed', 'all']).default('failed') })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'Choose an end after the beginning',
  })

export const replayRange = endpoint('POST /api/webhook-endpoints/:id/replay', {
  tag,
  summary: 'Sends the events of a time range again: those that were given up, or all',
  access: 'webhooks.write',
  params: idParams,
  body: replayBody,
  returns: z.object({ replayed: z.number() }),
  limit: { requests: 60, minutes: 10 },
})
