import type { Ctx } from '#server/ctx.ts'
import { seeded } from '#server/platform/random.ts'
import { createAttemptRecorder } from './attempt-recorder.ts'
import { deliver, type Target } from './deliver.ts'
import { type Claimed, claimDue, releaseClaims } from './deliveries.store.ts'
import { stateAfter } from './retry.rules.ts'

export interface DeliveryOptions {
  /** Deliveries that one process sends to one webhook at a time. */
  lanes: number
  timeoutMs: number
  delaysMs: readonly number[]
  /** Within it a claimed delivery is tried and recorded, else it is claimed again. */
  leaseMs: number
}

export interface DrainOptions extends DeliveryOptions {
  /** No further delivery is begun. */
  stopping: AbortSignal
  /** Those in flight end. */
  cut: AbortSignal
  onEnd(): void
}

/** Sends the due deliveries of one webhook; ends when none is due. */
export interface Drain {
  /** Uses all lanes again, e.g. for events that arrive while the last lane waits for a slow answer. */
  start(): void
  /** Resolves when it has ended. */
  ended: Promise<void>
}

/** Claims of one statement, for each lane: all of them are tried within the lease, even if each one takes the whole time. */
const CLAIMS_PER_LANE = 4

export function createDrain(ctx: Ctx, endpointId: number, options: DrainOptions): Drain {
  const { lanes, timeoutMs, delaysMs, leaseMs, stopping, cut, onEnd } = options
  const recorder = createAttemptRecorder(ctx, endpointId)
  const ending = Promise.withResolvers<void>()
  const buffer: Claimed[] = []
  let target: Target | null = null
  let refilling: Promise<void> | null = null
  let active = 0

  async function refill(): Promise<void> {
    target = await targetOf(ctx, endpointId)
    if (!target || stopping.aborted) return
    const leaseUntil = new Date(ctx.now().getTime() + leaseMs)
    buffer.push(...(await claimDue(ctx, endpointId, { limit: lanes * CLAIMS_PER_LANE, leaseUntil })))
  }

  async function next(): Promise<Claimed | undefined> {
    if (stopping.aborted) return undefined
    if (buffer.length === 0) {
      refilling ??= refill().finally(() => {
        refilling = null
      })
      await refilling
    }
    return stopping.aborted ? undefined : buffer.shift()
  }

  async function runLane(): Promise<void> {
    for (let claimed = await next(); claimed && target; claimed = await next()) {
      const { id, attempts, retryUntil } = claimed
      const answer = await deliver(ctx, target, claimed, { timeoutMs, signal: cut })
      if (cut.aborted && answer.error !== null) {
        buffer.push(claimed)
        return
      }
      const at = ctx.now()
      const random = seeded(id + attempts).next()
      const result = { attempts, at, retryUntil, succeeded: answer.error === null, random }
      recorder.add({ id, attempts, at, ...answer, ...stateAfter(result, delaysMs) })
    }
  }

  async function finish(): Promise<void> {
    await recorder.done()
    const left = buffer.splice(0).map(({ id, attempts }) => ({ id, attempts }))
    await releaseClaims(ctx, left)
  }

  const note = (err: unknown): void => ctx.log.error({ err, endpointId }, 'a webhook could not be worked off')

  async function runAndEnd(): Promise<void> {
    await runLane().catch(note)
    active -= 1
    if (active > 0) return
    await finish().catch(note)
    // lanes that were started meanwhile end it
    if (active > 0) return
    onEnd()
    ending.resolve()
  }

  return {
    start() {
      while (active < lanes) {
        active += 1
        void runAndEnd()
      }
    },
    ended: ending.promise,
  }
}

/** Address and secrets in use; null: the webhook was removed. */
async function targetOf(ctx: Ctx, endpointId: number): Promise<Target | null> {
  const rows = await ctx.db
    .selectFrom('webhookEndpoints')
    .leftJoin('webhookSecrets', (join) =>
      join
        .onRef('webhookSecrets.endpointId', '=', 'webhookEndpoints.id')
        .on((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', ctx.now())])),
    )
    .select(['url', 'salt', 'hint'])
    .where('webhookEndpoints.id', '=', endpointId)
    .orderBy('webhookSecrets.id', 'desc')
    .execute()
  const url = rows[0]?.url
  if (url === undefined) return null
  return { url, keys: rows.flatMap(({ salt, hint }) => (salt && hint ? [{ salt, hint }] : [])) }
}
