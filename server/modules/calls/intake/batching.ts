import { outsideTrace } from '#server/platform/traces/spans.ts'
import type { CallEvents, VoiceEventSink } from '#server/providers/ports/voice.ts'

export interface Lane {
  /** The most deliveries that share a transaction. */
  maxDeliveries: number
  /** Concurrent transactions. More gain nothing: PostgreSQL serialises commits that notify. */
  concurrency: number
  /**
   * Milliseconds before another transaction may start next to the newest one. One is usually enough: the more
   * deliveries share it, the less each costs. If one is held up, the others continue.
   */
  patienceMs?: number
}

/**
 * Events with follow-up in other modules are slow: progress events do not wait behind them, and the choice of a
 * person on the line shares a transaction with few others; with the fewest where a meeting has to be found.
 */
const LANES = {
  progress: { maxDeliveries: 100, concurrency: 2, patienceMs: 40 },
  ends: { maxDeliveries: 40, concurrency: 2, patienceMs: 40 },
  choices: { maxDeliveries: 8, concurrency: 3, patienceMs: 20 },
  meetings: { maxDeliveries: 4, concurrency: 3, patienceMs: 20 },
} satisfies Record<string, Lane>

interface Delivery {
  batch: readonly CallEvents[]
  done(): void
  failed(error: unknown): void
}

/** Batches deliveries in separate lanes by the follow-up that they need. */
export function createBatching(sink: VoiceEventSink): VoiceEventSink {
  const progress = createLane(sink, LANES.progress)
  const ends = createLane(sink, LANES.ends)
  const choices = createLane(sink, LANES.choices)
  const meetings = createLane(sink, LANES.meetings)
  return async (batch) => {
    const events = batch.flatMap((call) => call.events)
    const kinds = new Set(events.map(({ kind }) => kind))
    const wantsMeeting = events.some((event) => event.kind === 'option' && event.option === 'option_2')
    const lane = wantsMeeting
      ? meetings
      : kinds.has('option') || kinds.has('operator') || kinds.has('callback_requested')
        ? choices
        : kinds.has('ended')
          ? ends
          : progress
    await lane(batch)
  }
}

/**
 * Batches concurrent deliveries: those that arrive while a transaction runs wait and then share the next one. Each
 * caller's promise settles after the commit of its own events and rejects only for its own failure: when a shared
 * transaction fails, each delivery is retried alone.
 */
export function createLane(
  sink: VoiceEventSink,
  { maxDeliveries, concurrency, patienceMs = 0 }: Lane,
): VoiceEventSink {
  const waiting: Delivery[] = []
  let running = 0
  let scheduled = false
  /** Set while the newest transaction has the lane to itself. */
  let patience: NodeJS.Timeout | undefined

  /** Deferred, so that requests which arrived together are read first and share a batch. */
  function schedule(): void {
    if (scheduled || patience || running >= concurrency || waiting.length === 0) return
    scheduled = true
    // a transaction belongs to the traces of several calls: what it enqueues takes the trace of its call
    outsideTrace(() => setImmediate(deliverNext))
  }

  function deliverNext(): void {
    scheduled = false
    const deliveries = waiting.splice(0, maxDeliveries)
    running += 1
    if (patienceMs > 0) patience = setTimeout(goOn, patienceMs)
    void deliver(deliveries).finally(() => {
      running -= 1
      if (running === 0) goOn()
      else schedule()
    })
    schedule()
  }

  function goOn(): void {
    clearTimeout(patience)
    patience = undefined
    schedule()
  }

  async function deliver(deliveries: readonly Delivery[]): Promise<void> {
    if (deliveries.length > 1) {
      try {
        await sink(deliveries.flatMap(({ batch }) => batch))
        for (const { done } of deliveries) done()
        return
      } catch {
        // at least one delivery failed, or conflicted with another: each is tried alone below
      }
    }
    for (const { batch, done, failed } of deliveries) await sink(batch).then(done, failed)
  }

  return (batch) =>
    new Promise((done, failed) => {
      waiting.push({ batch, done, failed })
      schedule()
    })
}
