import type { Ctx } from '#server/ctx.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { countVisits, type Hit, type Salts } from './count-visits.ts'

/** Visits within this time are written as one transaction. */
const GATHER_MS = 100
const MAX_BATCH = 2000
/** A batch spans no more, so that "the first of this visitor" and "an hour later" never meet in one. */
const MAX_SPAN_MS = 1000
/** What may wait while the database is away; some 10 MB. */
const MAX_WAITING = 20_000
const RETRY_MS = [200, 500, 1000, 2000, 5000]
/** A stopping process tries this often before it gives the rest up. */
const LAST_TRIES = 3

export interface VisitCounter {
  /** Takes a visit in and returns at once; it is counted soon after. */
  add(hit: Hit): void
  /** Counts what waits, then stops. */
  close(): Promise<void>
}

/** Counts visits after their pages were answered, many in one transaction. */
export function createVisitCounter(makeCtx: () => Ctx): VisitCounter {
  const salts: Salts = new Map()
  const log = makeCtx().log
  let waiting: Hit[] = []
  /** Who waits already, since when: somebody who reloads the page a hundred times a second costs nothing. */
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
        if (waiting.length > 0) schedule(failures === 0 ? GATHER_MS : retryMs(failures))
      })
    }, ms)
  }

  /** Writes batch after batch of what waits now, until one fails. What comes meanwhile is gathered for the next time. */
  async function drain(): Promise<void> {
    let left = waiting.length
    do left -= await writeBatch()
    while (failures === 0 && left > 0)
  }

  /** @returns how many no longer wait */
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
      log.warn({ err: error, visits: batch.length, failures }, 'visits could not be written')
      if (batch.length === 1 && failures > RETRY_MS.length && refusesData(error)) {
        log.error({ err: error }, 'a visit that the database refuses was given up')
        waiting = waiting.slice(1)
        failures = 0
        return 1
      }
      // whatever the fault lies in, it is found by halving, and holds up nothing else
      maxBatch = Math.max(1, Math.floor(batch.length / 2))
      return 0
    }
  }

  function logDropped(): void {
    if (dropped > 0) log.error({ visits: dropped }, 'visits were lost while they could not be written')
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
      if (!running) schedule(failures === 0 ? GATHER_MS : retryMs(failures))
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
      for (let tries = 0; waiting.length > 0 && tries < LAST_TRIES; tries++) {
        failures = 0
        await drain()
      }
      dropped += waiting.length
      waiting = []
      logDropped()
    },
  }
}

const retryMs = (failures: number): number => RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? GATHER_MS

/** The first visits that wait, as many as one transaction takes. */
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

/** PostgreSQL's classes for data that it does not take: trying again changes nothing. */
function refusesData(error: unknown): boolean {
  return /^(22|23)/.test(errorCode(error) ?? '')
}
