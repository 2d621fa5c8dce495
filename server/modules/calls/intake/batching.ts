import { errorCode } from '#server/platform/startup-error.ts'
import type { CallEvents, VoiceEventSink } from '#server/providers/ports/voice.ts'

export interface Lane {
  /** Deliveries that share a transaction, at most. */
  most: number
  /** Transactions side by side. More only wait for each other: commits that notify are made one after the other. */
  flights: number
}

/**
 * What other modules act on takes long: news that nobody acts on does not wait for it, and a person who has just
 * chosen waits for as few others as can be.
 */
const LANES = {
  news: { most: 100, flights: 2 },
  ends: { most: 40, flights: 2 },
  choices: { most: 4, flights: 4 },
} satisfies Record<string, Lane>

/** PostgreSQL ended a transaction that another one stood in the way of. */
const AGAIN = ['40001', '40P01']
const TRIES = 3

interface Delivery {
  batch: readonly CallEvents[]
  done(): void
  failed(error: unknown): void
}

/** Batches by what is to be done about a delivery; each kind has a lane of its own. */
export function createBatching(take: VoiceEventSink): VoiceEventSink {
  const news = createLane(take, LANES.news)
  const ends = createLane(take, LANES.ends)
  const choices = createLane(take, LANES.choices)
  return async (batch) => {
    const kinds = new Set(batch.flatMap(({ events }) => events.map(({ kind }) => kind)))
    const lane = kinds.has('option') || kinds.has('operator') ? choices : kinds.has('ended') ? ends : news
    await lane(batch)
  }
}

/**
 * Batches what many callers deliver at about the same time: while one transaction is under way the next deliveries
 * wait and then share one. Each caller hears only after the commit that holds its own events, and of its own failure
 * only: where a shared transaction fails, every delivery is taken in by itself.
 */
export function createLane(take: VoiceEventSink, { most, flights }: Lane): VoiceEventSink {
  const waiting: Delivery[] = []
  let flying = 0
  let planned = false

  /** After the requests that have arrived with this one were read. */
  function plan(): void {
    if (planned || flying >= flights || waiting.length === 0) return
    planned = true
    setImmediate(() => {
      planned = false
      const deliveries = waiting.splice(0, most)
      flying += 1
      void fly(deliveries).finally(() => {
        flying -= 1
        plan()
      })
      plan()
    })
  }

  async function fly(deliveries: readonly Delivery[]): Promise<void> {
    if (deliveries.length > 1) {
      try {
        await take(deliveries.flatMap(({ batch }) => batch))
        for (const { done } of deliveries) done()
        return
      } catch {
        // one of them cannot be taken in, or not with the others: each hears of its own
      }
    }
    for (const { batch, done, failed } of deliveries) await alone(take, batch).then(done, failed)
  }

  return (batch) =>
    new Promise((done, failed) => {
      waiting.push({ batch, done, failed })
      plan()
    })
}

/** A vendor may tell a thing only once: what merely stood in another's way is tried again here. */
async function alone(take: VoiceEventSink, batch: readonly CallEvents[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await take(batch)
    } catch (error) {
      if (tries >= TRIES || !AGAIN.includes(errorCode(error) ?? '')) throw error
    }
  }
}
