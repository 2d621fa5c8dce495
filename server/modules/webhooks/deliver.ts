import type { Ctx } from '#server/ctx.ts'
import { FetchRefused, sendGuarded } from '#server/platform/http/fetch-guarded.ts'
import { inSpan } from '#server/platform/traces/spans.ts'
import { bodyOf } from './body.rules.ts'
import type { Claimed } from './deliveries.store.ts'
import { failureOf } from './retry.rules.ts'
import { type SigningKey, signedHeaders } from './signing.ts'

/** Of one attempt: `maxBytes` are read of the answer, then the connection is closed. */
export const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 15_000, maxRedirects: 0, hosts: null }
const NO_SECRET =
  'Its signing secret cannot be derived any more, because SESSION_SECRET was changed. Rotate the secret.'
const AGENT = 'Brokerline-Webhooks/1'

export interface Target {
  url: string
  keys: readonly SigningKey[]
}

export interface Answer {
  status: number | null
  milliseconds: number
  /** null: it was accepted. */
  error: string | null
}

interface Sending {
  timeoutMs: number
  signal: AbortSignal
}

/** Sends one event, signed at the time of the attempt. Every failure is a sentence of the log, never an exception. */
export function deliver(ctx: Ctx, target: Target, claimed: Claimed, sending: Sending): Promise<Answer> {
  const { id, type, attempts } = claimed
  const start = {
    name: 'deliver webhook',
    kind: 'producer',
    attributes: {
      ...{ 'brokerline.webhook.delivery.id': id, 'brokerline.webhook.event': type },
      'brokerline.webhook.attempt': attempts + 1,
    },
  } as const
  return inSpan(
    ctx.providers.tracing,
    start,
    () => send(ctx, target, claimed, sending),
    ({ status, error }) => ({
      ...(status !== null && { attributes: { 'http.response.status_code': status } }),
      error: error === null ? null : String(status ?? 'not_sent'),
    }),
  )
}

async function send(
  ctx: Ctx,
  { url, keys }: Target,
  claimed: Claimed,
  { timeoutMs, signal }: Sending,
): Promise<Answer> {
  const begin = performance.now()
  const answer = (status: number | null, error: string | null): Answer => ({
    ...{ status, error, milliseconds: Math.round(performance.now() - begin) },
  })
  const body = bodyOf(claimed)
  const signed = signedHeaders(ctx.providers.secret, keys, { id: claimed.eventId, at: ctx.now(), body })
  if (!signed) return answer(null, NO_SECRET)
  const headers = { 'content-type': 'application/json', 'user-agent': AGENT, ...signed }
  const limits = { ...LIMITS, timeoutMs, signal, allowPrivate: ctx.providers.installation.demo }
  try {
    const request = { method: 'POST', headers, body: Buffer.from(body) } as const
    const status = await sendGuarded(url, request, limits)
    return answer(status, failureOf(status))
  } catch (error) {
    if (error instanceof FetchRefused) return answer(null, error.message)
    ctx.log.error({ err: error, delivery: claimed.id }, 'a webhook could not be sent')
    return answer(null, 'It could not be sent. The log of the server says why.')
  }
}
