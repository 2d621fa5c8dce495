import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'
import { webhookEvents } from './webhook-events.ts'

const tag = 'Webhooks'

export const MAX_WEBHOOKS = 20
const MAX_OVERLAP_HOURS = 720

const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdBy: z.string().nullable(),
  createdAt: instant,
  /** Since when every delivery has failed; null: the last one succeeded, or there was none. */
  failingSince: instant.nullable(),
  /** The sentence of the last failed attempt while it is failing. */
  lastError: z.string().nullable(),
  lastDeliveredAt: instant.nullable(),
  /** Deliveries that wait for their next attempt. */
  waiting: z.number(),
  /** Signing secrets in use, the newest first: two while a rotation overlaps. */
  secrets: z.array(
    z.object({
      /** The last characters. */
      end: z.string(),
      createdAt: instant,
      /** When a rotation ends it; null: not. */
      expiresAt: instant.nullable(),
    }),
  ),
})
export type Webhook = z.output<typeof webhook>

/** A webhook with its signing secret, which only this response contains. */
const withSecret = z.object({ webhook, secret: z.string() })

const ADDRESS = 'Enter an address that starts with https://'
const CHOOSE_EVENTS = 'Choose at least one event'

export const webhookBodyFields = z.object({
  name: text(60).min(1, 'Name the program that receives the events'),
  url: text(1000).pipe(z.url({ protocol: /^https?$/, error: ADDRESS })),
  events: z.array(z.enum(webhookEvents), CHOOSE_EVENTS).min(1, CHOOSE_EVENTS).max(webhookEvents.length),
})

export const listWebhooks = endpoint('GET /api/webhook-endpoints', {
  tag,
  summary: 'Webhooks by name',
  access: 'webhooks.write',
  returns: z.array(webhook),
})

export const createWebhook = endpoint('POST /api/webhook-endpoints', {
  tag,
  summary: 'Adds a webhook; its signing secret is in this response only',
  access: 'webhooks.write',
  body: webhookBodyFields,
  returns: withSecret,
  status: 201,
  limit: { requests: 60, minutes: 10 },
})

export const updateWebhook = endpoint('PATCH /api/webhook-endpoints/:id', {
  tag,
  summary: 'Changes name, address or events; deliveries that wait go to the new address',
  access: 'webhooks.write',
  params: idParams,
  body: webhookBodyFields.partial(),
  returns: webhook,
  limit: { requests: 60, minutes: 10 },
})

export const deleteWebhook = endpoint('DELETE /api/webhook-endpoints/:id', {
  tag,
  summary: 'Removes a webhook with its log; deliveries that wait are dropped',
  access: 'webhooks.write',
  params: idParams,
  returns: z.object({ deleted: z.literal(true) }),
})

export const rotateWebhookSecret = endpoint('POST /api/webhook-endpoints/:id/rotate', {
  tag,
  summary: 'Makes a new signing secret; deliveries are signed with both for the chosen hours',
  access: 'webhooks.write',
  params: idParams,
  body: z.object({
    overlapHours: z
      .number('Enter a number of hours')
      .int('Enter whole hours')
      .min(0, 'At least 0 hours')
      .max(MAX_OVERLAP_HOURS, `At most ${MAX_OVERLAP_HOURS} hours`),
  }),
  returns: withSecret,
})
