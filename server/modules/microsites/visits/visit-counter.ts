import type { Ctx } from '#server/ctx.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { countVisits, type Hit, type Salts } from './count-visits.ts'

/** Visits within this time are written in one transaction. */
const BATCH_MS = 100
const MAX_BATCH = 2000
/** The longest time span of a batch, so that visits of one visitor an hour apart are never in the same batch. */
const MAX_SPAN_MS = 1000
/** The most visits queued while the database is unreachable; about 10 MB. */
const MAX_WAITING = 20_000
const RETRY_MS = [200, 500, 1000, 2000, 5000]
/** Attempts of a stopping process before it drops the remaining visits. */
const CLOSE_ATTEMPTS = 3

export interface VisitCounter {
  /** Queues a visit and returns at once; it is counted soon after. */
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
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let closed = false

  function schedule(ms: number): void {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      running ??= drain().finally(() => {
        running = undefined
        if (waiting.length > 0) schedule(failures === 0 ? BATCH_MS : retryMs(failures))
      })
    }, ms)
  }

  /** Writes the currently queued visits batch by batch until one fails. New visits wait for the next run. */
  async function drain(): Promise<void> {
    let left = waiting.length
    do left -= await writeBatch()
    while (failures === 0 && left > 0)
  }

  /** @returns the number of visits taken off the queue */
  async function writeBatch(): Promise<number> {
    const batch = firstBatch(waiting, maxBatch)
    seen.clear()
    try {
      await countVisits(makeCtx(), batch, salts)
      waiting = waiting.slice(batch.length)
      failures = 0
      maxBatch = MAX_BATCH
      logDropped()
      return batch.length
    } catch (error) {
      failures += 1
      log.warn({ err: error, visits: batch.length, failures }, 'visits not written')
      if (batch.length === 1 && failures > RETRY_MS.length && refusesData(error)) {
        log.error({ err: error }, 'visit dropped: refused by the database')
        waiting = waiting.slice(1)
        failures = 0
        return 1
      }
      // halving the batch isolates a faulty visit, so that it does not hold up the others
      maxBatch = Math.max(1, Math.floor(batch.length / 2))
      return 0
    }
  }

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
      const visitor = `${hit.micrositeId} ${hit.ip} ${hit.agent}`
      const at = hit.at.getTime()
      if (at - (seen.get(visitor) ?? Number.NEGATIVE_INFINITY) < MAX_SPAN_MS) return
      seen.set(visitor, at)
      waiting.push(hit)
      if (!running) schedule(failures === 0 ? BATCH_MS : retryMs(failures))
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
      for (let attempts = 0; waiting.length > 0 && attempts < CLOSE_ATTEMPTS; attempts++) {
        failures = 0
        await drain()
      }
      dropped += waiting.length
      waiting = []
      logDropped()
    },
  }
}

const retryMs = (failures: number): number => RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? BATCH_MS

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
