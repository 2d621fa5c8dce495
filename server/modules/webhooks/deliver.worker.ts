import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { LIMITS } from './deliver.ts'
import { reportFailing } from './record-attempts.ts'
import { RETRY_DELAYS_MS } from './retry.rules.ts'
import { createDrain, type DeliveryOptions, type Drain } from './webhook-drain.ts'

const usual: DeliveryOptions = {
  lanes: 10,
  timeoutMs: LIMITS.timeoutMs,
  delaysMs: RETRY_DELAYS_MS,
  leaseMs: 120_000,
}
/** Finds retries, which nothing announces. */
const LOOK_EVERY_MS = 1000
const SOON_MS = 50
/** For deliveries in flight when the process stops. */
const STOP_GRACE_MS = 3000

/**
 * The loop of the worker role that delivers events. Any number of processes may run it. Each webhook has a drain of its
 * own, so that a slow one does not hold up the others.
 */
export function createWebhookWorker(parts: WorkerParts, options: Partial<DeliveryOptions> = {}): Worker {
  const drains = new Map<number, Drain>()
  const stopping = new AbortController()
  const cut = new AbortController()
  const drainOf = (ctx: Ctx, endpointId: number): Drain => {
    const open = drains.get(endpointId)
    if (open) return open
    const drain = createDrain(ctx, endpointId, {
      ...{ ...usual, ...options, stopping: stopping.signal, cut: cut.signal },
      onEnd: () => drains.delete(endpointId),
    })
    drains.set(endpointId, drain)
    return drain
  }
  const loop = createLoop({
    name: 'webhooks',
    context: () => parts.ctx('webhooks'),
    async turn(ctx) {
      await reportFailing(ctx)
      for (const id of await webhooksWithDue(ctx)) drainOf(ctx, id).start()
    },
    everyMs: LOOK_EVERY_MS,
    soonMs: SOON_MS,
    subscribe: (wake) => parts.onChange('webhook-endpoints', wake),
    failure: 'webhooks could not be worked off',
  })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      stopping.abort()
      AbortSignal.timeout(STOP_GRACE_MS).addEventListener('abort', () => cut.abort())
      await Promise.all([...drains.values()].map(({ ended }) => ended))
    },
  }
}

async function webhooksWithDue(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from webhook_endpoints e where exists (
      select from webhook_deliveries d
      where d.endpoint_id = e.id and d.state = 'waiting' and d.next_attempt_at <= ${ctx.now()})`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}
