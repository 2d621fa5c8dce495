import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface Received {
  id: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  headers: Record<string, string>
  raw: string
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void

export interface WebhookReceiver {
  url: string
  received: Received[]
  /** How it answers from now on; 204 by default. */
  answer: Answer
  /** Throws where the signature is not that of the secret. */
  verify(received: Received, secret: string): unknown
  close(): Promise<void>
}

export const status =
  (code: number): Answer =>
  (response) => {
    response.writeHead(code).end()
  }

/** Whether a signature is that of the secret, at whatever time it was made. */
export function isSignedBy({ id, raw, headers }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signatures = headers['webhook-signature']?.split(' ') ?? []
  return signatures.includes(new Webhook(secret).sign(id, at, raw))
}

/** A receiver of webhooks on the loopback address, as a customer would write it. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const one = { id: headers['webhook-id'] ?? '', headers, raw, body: JSON.parse(raw) }
    receiver.received.push(one)
    receiver.answer(response, one, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    received: [],
    answer: status(204),
    verify: ({ raw, headers }, secret) => new Webhook(secret).verify(raw, headers),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
