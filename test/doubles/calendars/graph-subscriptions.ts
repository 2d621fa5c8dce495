// Subscriptions to changes of events: a handshake with the address, notifications, and events in the life of subscriptions.

import { randomUUID } from 'node:crypto'
import type { Callback } from '../callbacks.ts'
import type { Answer, Route, Seen } from '../double.ts'
import { graphError } from './graph-shape.ts'

interface Subscription {
  id: string
  url: string
  lifecycleUrl: string
  clientState: string
  expiresAt: Date
}

const MAX_MINUTES = 4230

export function createSubscriptions(send: (callback: Callback) => Promise<void>) {
  const all = new Map<string, Subscription>()
  const json = (seen: Seen): Record<string, unknown> =>
    JSON.parse(seen.body.toString('utf8')) as Record<string, unknown>
  const notify = (url: string, notification: object): Promise<void> =>
    send({
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value: [notification] }),
    })
  const notFound = (): Answer => graphError(404, 'ResourceNotFound', 'The object was not found.')

  async function create(seen: Seen): Promise<Answer> {
    const body = json(seen)
    const { changeType, resource, notificationUrl, lifecycleNotificationUrl, clientState } = body
    const expiresAt = new Date(String(body.expirationDateTime))
    const minutes = (expiresAt.getTime() - Date.now()) / 60_000
    const wrong =
      changeType !== 'created,updated,deleted' ||
      resource !== 'me/events' ||
      typeof clientState !== 'string' ||
      clientState.length > 128 ||
      !(minutes > 0 && minutes <= MAX_MINUTES)
    if (wrong) return graphError(400, 'ValidationError', 'The subscription is not valid.')
    const [url, lifecycleUrl] = [String(notificationUrl), String(lifecycleNotificationUrl)]
    for (const address of new Set([url, lifecycleUrl])) {
      if (!(await shakesHands(address)))
        return graphError(400, 'ValidationError', 'Subscription validation request failed.')
    }
    const id = randomUUID()
    all.set(id, { id, url, lifecycleUrl, clientState: String(clientState), expiresAt })
    return { status: 201, body: { id, resource, expirationDateTime: expiresAt.toISOString() } }
  }

  function renew(seen: Seen, id = ''): Answer {
    const subscription = all.get(id)
    if (!subscription) return notFound()
    subscription.expiresAt = new Date(String(json(seen).expirationDateTime))
    return { status: 200, body: { id, expirationDateTime: subscription.expiresAt.toISOString() } }
  }

  const one = /^\/v1\.0\/subscriptions\/(?<id>[^/]+)$/
  const routes: Route[] = [
    { method: 'POST', path: /^\/v1\.0\/subscriptions$/, answer: create },
    { method: 'PATCH', path: one, answer: (seen, { id }) => renew(seen, id) },
    {
      method: 'DELETE',
      path: one,
      answer: (_seen, { id = '' }) => (all.delete(id) ? { status: 204 } : notFound()),
    },
  ]
  return {
    all,
    routes,
    announce(): void {
      for (const { id, url, clientState, expiresAt } of all.values()) {
        if (expiresAt < new Date()) continue
        const change = { changeType: 'updated', resource: 'me/events', tenantId: randomUUID() }
        void notify(url, { subscriptionId: id, clientState, ...change })
      }
    },
    async end(): Promise<void> {
      for (const { id, lifecycleUrl, clientState } of all.values())
        await notify(lifecycleUrl, { subscriptionId: id, clientState, lifecycleEvent: 'subscriptionRemoved' })
      all.clear()
    },
  }
}

async function shakesHands(url: string): Promise<boolean> {
  const token = `Validation: Testing client application ${randomUUID()}`
  const to = new URL(url)
  to.searchParams.set('validationToken', token)
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    const isText = answer.headers.get('content-type')?.startsWith('text/plain')
    return answer.status === 200 && isText === true && (await answer.text()) === token
  } catch {
    return false
  }
}
