import { z } from 'zod'
import {
  type WebhookEvent,
  webhookBody,
  webhookData,
  webhookEventLabels,
} from '#contract/webhooks/webhook-events.ts'

const header = (name: string, description: string) => ({
  ...{ in: 'header', name, required: true, description },
  schema: { type: 'string' },
})

const SIGNED = [
  header('webhook-id', 'The id of the event: the same for every attempt and replay'),
  header('webhook-timestamp', 'Seconds since 1970 of the attempt'),
  header('webhook-signature', 'v1 signatures of Standard Webhooks, one for each secret in use'),
]

/** The part `webhooks` of the API's description (OpenAPI 3.1). */
export function describeWebhooks(): Record<string, object> {
  const events = Object.keys(webhookData) as WebhookEvent[] // the keys of the table
  return Object.fromEntries(
    events.map((event) => {
      const schema = z.toJSONSchema(webhookBody(event), { io: 'output', unrepresentable: 'any' })
      const { $schema: _, ...body } = schema
      const post = {
        ...{ summary: webhookEventLabels[event], tags: ['Webhooks'], parameters: SIGNED },
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: { '2XX': { description: 'Accepted. Anything else is retried for three days.' } },
      }
      return [event, { post }]
    }),
  )
}
