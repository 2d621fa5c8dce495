import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'

const tag = 'Messages'

export const messageChannels = ['sms', 'email'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * `held`: stored, and not sent automatically. `queued`: the worker sends it when it is due. `sending`: the request to
 * the provider is open. `sent`: the provider has accepted it. `failed`: given up, with the reason. `cancelled`: no
 * longer needed.
 */
export const messageStatuses = [
  'held',
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'cancelled',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const outboxMessage = z.object({
  id: z.number(),
  channel: z.enum(messageChannels),
  to: z.string(),
  subject: z.string().nullable(),
  /** Of a mail its text part. */
  body: z.string(),
  status: z.enum(messageStatuses),
  /** Why it is held, queued or failed. */
  reason: z.string().nullable(),
  /** Number of attempts with a provider. */
  attempts: z.number(),
  createdAt: instant,
  /** When the next attempt is due. */
  nextAttemptAt: instant.nullable(),
  lastAttemptAt: instant.nullable(),
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  broker: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Null when there is nothing to send. `refusal`: why it cannot be sent now; `warning`: what sending may cause. */
  sending: z.object({ refusal: z.string().nullable(), warning: z.string().nullable() }).nullable(),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

export const outboxMessageDetails = outboxMessage.extend({
  html: z.string().nullable(),
  invitation: z.object({ method: z.enum(['REQUEST', 'CANCEL', 'PUBLISH']), ics: z.string() }).nullable(),
  provider: z.string().nullable(),
  /** The provider's own text or id for the message. */
  providerRef: z.string().nullable(),
  callId: z.number().nullable(),
  bookingId: z.number().nullable(),
  applicationId: z.number().nullable(),
})
export type OutboxMessageDetails = z.infer<typeof outboxMessageDetails>

export const listMessages = endpoint('GET /api/messages', {
  tag,
  summary: 'The outbox of SMS and mail, newest first',
  access: 'outbox.read',
  query: pageQuery.extend({
    channel: z.enum(messageChannels).optional(),
    status: z.enum(messageStatuses).optional(),
  }),
  returns: z.array(outboxMessage),
})

export const getMessage = endpoint('GET /api/messages/:id', {
  tag,
  summary: 'One message with its HTML, its invitation and what it belongs to',
  access: 'outbox.read',
  params: idParams,
  returns: outboxMessageDetails,
})

export const retryMessage = endpoint('POST /api/messages/:id/retry', {
  tag,
  summary: 'Sends a message that failed, waits, or was held in the last 24 hours',
  access: 'outbox.write',
  params: idParams,
  returns: outboxMessageDetails,
})

export const openLink = endpoint('GET /s/:code', {
  tag,
  summary:
    'Where a link of an SMS leads: a page of this installation, or the offer; unknown and expired links get a page that says so, status 404',
  access: 'public',
  // any text: a link that was cut or garbled gets the page too
  params: z.object({ code: z.string() }),
  kind: 'file',
  otherStatuses: [302],
})
