import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { recordEvents } from '#server/modules/webhooks/record-events.ts'
import { isSignedBy, type Received, type WebhookReceiver } from '../doubles/webhook-receiver.ts'
import type { TestApp } from '../test-app.ts'
import { makeWebhook } from '../worlds/webhooks-world.ts'

export interface Storm {
  endpointId: number
  secret: string
  /** Ids of the events, and how often each was accepted. */
  accepted: Map<string, number>
  attempts: number
  faults: string[]
}

export interface StormOptions {
  events: number
  seed: number
}

const FAILS = 0.3
const HANGS = 0.05
const BATCH = 1000

/** From 0 to 1, by event and attempt: the same seed gives the same behaviour in whatever order attempts arrive. */
const chance = (seed: number, id: string, attempt: number): number =>
  createHash('sha256').update(`${seed} ${id} ${attempt}`).digest().readUInt32BE() / 2 ** 32

/** Stores events for a receiver that fails 30% of the attempts and hangs in 5%. */
export async function prepareStorm(
  app: TestApp,
  receiver: WebhookReceiver,
  { events, seed }: StormOptions,
): Promise<Storm> {
  const { id: endpointId, secret } = await makeWebhook(app, receiver.url, ['broker.changed'])
  for (let start = 0; start < events; start += BATCH) {
    const size = Math.min(BATCH, events - start)
    const rows = Array.from({ length: size }, (_, at) => ({
      data: { brokerId: start + at + 1 },
      brokerId: start + at + 1,
    }))
    await app
      .ctx()
      .tx((tx) => recordEvents(tx, 'broker.changed', { events: rows, endpointIds: [endpointId] }))
  }
  const stored = await app.connection.db.selectFrom('webhookEvents').select('id').execute()
  const storm: Storm = {
    ...{ endpointId, secret, attempts: 0, faults: [] },
    accepted: new Map(stored.map(({ id }) => [id, 0])),
  }
  const tries = new Map<string, number>()
  const bodies = new Map<string, string>()
  receiver.answer = (response, received) => {
    storm.attempts += 1
    check(storm, received, bodies)
    const attempt = (tries.get(received.id) ?? 0) + 1
    tries.set(received.id, attempt)
    // of a long proof the receiver keeps counts only
    receiver.received.length = 0
    const drawn = chance(seed, received.id, attempt)
    if (drawn < HANGS) return
    if (drawn < HANGS + FAILS) return void response.writeHead(500).end()
    storm.accepted.set(received.id, (storm.accepted.get(received.id) ?? 0) + 1)
    response.writeHead(204).end()
  }
  return storm
}

function check({ accepted, secret, faults }: Storm, received: Received, bodies: Map<string, string>): void {
  if (!accepted.has(received.id)) faults.push(`an event that is not stored: ${received.id}`)
  const body = bodies.get(received.id) ?? received.raw
  bodies.set(received.id, body)
  if (body !== received.raw) faults.push(`two bodies of ${received.id}`)
  if (!isSignedBy(received, secret)) faults.push(`a wrong signature of ${received.id}`)
}

/** Deliveries that still wait. */
export async function waitingOf(app: TestApp): Promise<number> {
  const { waiting } = await app.connection.db
    .selectFrom('webhookDeliveries')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

export interface StormFigures {
  lost: number
  repeated: number
  faults: string[]
}

/** Every event was accepted, and is stored as delivered. */
export async function figuresOf(app: TestApp, storm: Storm): Promise<StormFigures> {
  const counts = [...storm.accepted.values()]
  const undelivered = await app.connection.db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('state', '<>', 'delivered')
    .execute()
  const faults = [
    ...storm.faults,
    ...(undelivered.length > 0 ? [`${undelivered.length} deliveries are not stored as delivered`] : []),
  ]
  return {
    lost: counts.filter((count) => count === 0).length,
    repeated: counts.filter((count) => count > 1).length,
    faults,
  }
}

/** Bare POSTs of the same size by as many lanes. @returns a second */
export async function barePosts(
  url: string,
  { posts, lanes }: { posts: number; lanes: number },
): Promise<number> {
  const body = JSON.stringify({ type: 'broker.changed', data: 'x'.repeat(70) })
  let left = posts
  const post = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const agent = new Agent()
      request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (response) => {
        response.resume().on('end', () => resolve())
      })
        .on('error', reject)
        .end(body)
    })
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left > 0) {
        left -= 1
        await post()
      }
    }),
  )
  return posts / ((performance.now() - begin) / 1000)
}
