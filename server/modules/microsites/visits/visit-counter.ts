import type { Ctx } from '#server/ctx.ts'
import { createLoop } from '#server/platform/loop.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { countVisits, type Hit, type Salts } from './count-visits.ts'

/** Visits within this time are written in one transaction. */
const BATCH_MS = 100
const MAX_BATCH = 2000
/** The longest time span of a batch, so that visits of one visitor an hour apart are never in the same batch. */
const MAX_SPAN_MS = 1000
/** The most visits queued while the database is unreachable; about 10 MB. */
const MAX_WAITING = 20_000
const RETRY_MS = 200
/** Visits wake the counter; otherwise it polls at this interval. */
const LOOK_MS = 60_000
/** A single visit that the database has refused this often is dropped. */
const MAX_REFUSALS = 5
/** Attempts of a stopping process before it drops the remaining visits. */
const CLOSE_ATTEMPTS = 3

export interface VisitCounter {
  /** Queues a visit and returns immediately; it is counted soon after. */
  add(hit: Hit): void
  /** Counts the queued visits, then stops. */
  close(): Promise<void>
}

/** Counts visits in batches after their pages have been sent. */
export function createVisitCounter(makeCtx: () => Ctx): VisitCounter {
  const salts: Salts = new Map()
  const log = makeCtx().log
  let waiting: Hit[] = []
  /** Queued visitors with the time of their visit, so that rapid reloads of a page cost nothing. */
  const seen = new Map<string, number>()
  let dropped = 0
  let failures = 0
  let maxBatch = MAX_BATCH
  let closed = false

  /** Writes the currently queued visits batch by batch until one fails. New visits wait for the next run. */
  async function drain(): Promise<void> {
    let left = waiting.length
    while (left > 0) left -= await writeBatch()
  }

  /** @returns the number of visits taken off the queue */
  async function writeBatch(): Promise<number> {
    const batch = firstBatch(waiting, maxBatch)
    seen.clear()
    try {
      await countVisits(makeCtx(), batch, salts)
    } catch (error) {
      failures += 1
      if (batch.length > 1 || failures <= MAX_REFUSALS || !refusesData(error)) {
        // halving the batch isolates a faulty visit, so that it does not hold up the others
        maxBatch = Math.max(1, Math.floor(batch.length / 2))
        throw error
      }
      log.error({ err: error }, 'visit dropped: refused by the database')
    }
    waiting = waiting.slice(batch.length)
    failures = 0
    maxBatch = MAX_BATCH
    logDropped()
    return batch.length
  }

  const loop = createLoop({
    name: 'visits',
    context: () => ({ log }),
    turn: drain,
    everyMs: LOOK_MS,
    soonMs: BATCH_MS,
    retryMs: RETRY_MS,
    failure: 'visits not written',
  })
  loop.start()

  function logDropped(): void {
    if (dropped > 0) log.error({ visits: dropped }, 'visits dropped: they could not be written in time')
    dropped = 0
  }

  return {
    add(hit) {
      if (closed || waiting.length >= MAX_WAITING) {
        dropped += 1
        return
      }
      const visitor = `${hit.micrositeId} ${hit.brokerId ?? ''} ${hit.ip} ${hit.agent}`
      const at = hit.at.getTime()
      if (at - (seen.get(visitor) ?? Number.NEGATIVE_INFINITY) < MAX_SPAN_MS) return
      seen.set(visitor, at)
      waiting.push(hit)
      loop.wake()
    },
    async close() {
      closed = true
      await loop.stop()
      for (let attempts = 0; waiting.length > 0 && attempts < CLOSE_ATTEMPTS; attempts++) {
        await drain().catch((err: unknown) => log.warn({ err }, 'visits not written'))
      }
      dropped += waiting.length
      waiting = []
      logDropped()
    },
  }
}

/** The first queued visits, as many as fit in one transaction. */
export function firstBatch(waiting: readonly Hit[], max: number): Hit[] {
  const [first] = waiting
  if (!first) return []
  const until = first.at.getTime() + MAX_SPAN_MS
  const batch: Hit[] = []
  for (const hit of waiting) {
    if (batch.length >= max || hit.at.getTime() >= until) break
    batch.push(hit)
  }
  return batch
}

/** True for PostgreSQL's error classes for invalid data, where a retry is pointless. */
function refusesData(error: unknown): boolean {
  return /^(22|23)/.test(errorCode(error) ?? '')
}
