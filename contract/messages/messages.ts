import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
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

/** Messages that one request sends again. */
export const MAX_MESSAGES_SENT = 500

/**
 * Messages named one by one, or the newest held, queued and failed ones that match the filters of the list. An unknown
 * filter is refused: ignored, it would select more.
 */
const messageSelection = z.union(
  [
    z.strictObject({
      ids: z
        .array(bodyId)
        .min(1, 'Choose the messages')
        .max(MAX_MESSAGES_SENT, `At most ${MAX_MESSAGES_SENT} messages at a time`),
    }),
    z.strictObject({
      filters: listMessages.query.pick({ channel: true, status: true, q: true }).strict(),
      except: z.array(bodyId).max(MAX_MESSAGES_SENT).default([]),
    }),
  ],
  `Choose messages by up to ${MAX_MESSAGES_SENT} ids, or by the filters of the list`,
)
export type MessageSelection = z.output<typeof messageSelection>
export type GivenMessages = z.input<typeof messageSelection>

/** Messages that cannot be sent now, by reason, the most first. */
const refusals = z.array(z.object({ reason: z.string(), messages: z.number() }))

const retryBody = z.object({ messages: messageSelection })

export const previewRetry = endpoint('POST /api/messages/retry/preview', {
  tag,
  summary: `How many of the chosen messages can be sent now, of up to ${MAX_MESSAGES_SENT}, and why the others cannot`,
  access: 'outbox.write',
  body: retryBody,
  returns: z.object({
    sendable: z.number(),
    /** Of these, messages whose person may receive them twice. */
    doubtful: z.number(),
    refused: refusals,
    /** Others that match the filters: for another request. */
    more: z.number(),
  }),
})

export const retryMessages = endpoint('POST /api/messages/retry', {
  tag,
  summary: `Sends the chosen messages that failed, wait, or were held in the last 24 hours, up to ${MAX_MESSAGES_SENT} at a time. Each is checked on its own: one that cannot be sent is left, with the reason`,
  access: 'outbox.write',
  body: retryBody,
  returns: z.object({ queued: z.number(), refused: refusals }),
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
