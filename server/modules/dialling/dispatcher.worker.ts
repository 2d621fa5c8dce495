import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { restsWithoutFallback } from '#server/modules/calls/dispatch/pace.ts'
import { isDiallingHeld } from '#server/modules/calls/recovery/dialling-hold.views.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { busyCampaigns } from './dispatch-campaign.store.ts'
import { dialInTurn, dispatchCampaign, type PlacedDial } from './dispatch-campaign.ts'
import { dispatchRequestedCalls } from './requested-calls/dispatch-requested-calls.ts'

/** The most dials that this process has placed but not yet sent to the provider. */
const MAX_QUEUED = 48
/** Requests to a vendor at the same time. */
const CONCURRENT_DIALS = 8
/** Polling finds what no notification reports: time passing, the end of another process. */
const LONGEST_WAIT_MS = 250
/** Changes within this time share one turn. A free line waits as long: 25 ms made a tenth fewer calls. */
const SHORTEST_WAIT_MS = 5

/**
 * The worker's dialling loop: polls the enrolments and wakes when campaigns change. Any number of processes may run
 * it.
 */
export function createDispatcher(parts: WorkerParts): Worker {
  const dialling = new Set<Promise<void>>()
  const queue: PlacedDial[] = []
  let turns = 0
  let waits = false

  /** Logs the start and the end of the pause. @returns whether the disk is too full for reports of calls */
  async function waitsForRoom(ctx: Ctx): Promise<boolean> {
    const { level } = await ctx.providers.disk.state()
    const before = waits
    waits = level === 'full'
    if (waits && !before) ctx.log.warn('no calls are started: the disk is full')
    if (!waits && before) ctx.log.warn('calls are started again: there is room on the disk')
    return waits
  }

  async function work(ctx: Ctx, provider: VoiceProvider, signal: AbortSignal): Promise<void> {
    const { now } = await provider.clock()
    // no calls are placed while no provider would dial them: due enrolments wait
    const resting = await restsWithoutFallback(ctx, provider)
    if (!resting) await dialRequested(ctx, provider, now)
    const busy = await busyCampaigns(ctx, { simulated: provider.simulated, now })
    // rotates the first campaign each turn, so that none starves when dials are scarce
    const first = busy.length > 0 ? turns++ % busy.length : 0
    for (const campaignId of [...busy.slice(first), ...busy.slice(0, first)]) {
      const limit = resting ? 0 : maxQueued(provider) - queue.length - dialling.size
      // while resting, finished campaigns are still completed
      if ((limit <= 0 && !resting) || signal.aborted) return
      try {
        queue.push(...(await dispatchCampaign(ctx, provider, { campaignId, limit })))
        drain(ctx)
      } catch (error) {
        ctx.log.error({ err: error, campaignId }, 'campaign not dispatched')
      }
    }
  }

  /** Before the campaigns' own dials, because a person waits for the call. */
  async function dialRequested(ctx: Ctx, provider: VoiceProvider, now: Date): Promise<void> {
    const limit = maxQueued(provider) - queue.length - dialling.size
    if (limit <= 0) return
    queue.unshift(...(await dispatchRequestedCalls(ctx, provider, { now, limit })))
    drain(ctx)
  }

  function drain(ctx: Ctx): void {
    while (dialling.size < concurrentDials(ctx.providers.voice.active)) {
      const dial = queue.shift()
      if (!dial) return
      const done: Promise<void> = dialInTurn(ctx, dial)
        .catch((error: unknown) => ctx.log.error({ err: error, callId: dial.callId }, 'dial failed'))
        .finally(() => {
          dialling.delete(done)
          drain(ctx)
          if (queue.length === 0) loop.wake()
        })
      dialling.add(done)
    }
  }

  const loop = createLoop({
    name: 'dispatcher',
    context: () => parts.ctx('dispatcher'),
    async turn(ctx, signal) {
      const provider = ctx.providers.voice.active
      if (!provider || (await waitsForRoom(ctx)) || (await isDiallingHeld(ctx))) return
      await work(ctx, provider, signal)
    },
    everyMs: LONGEST_WAIT_MS,
    soonMs: SHORTEST_WAIT_MS,
    subscribe: (wake) => parts.onChange('campaigns', wake),
    failure: 'dispatcher turn failed',
  })
  return {
    sign: loop.sign,
    start: loop.start,
    async stop() {
      await loop.stop()
      while (dialling.size > 0) await Promise.all(dialling)
    },
  }
}

/** A provider without a pace runs in this process, where larger batches cost less per dial. */
const concurrentDials = (provider: VoiceProvider | null): number =>
  provider?.callsPerSecond === null ? MAX_QUEUED : CONCURRENT_DIALS

/** Limited to one second of the provider's pace, so that calls are not placed long before their turn. */
function maxQueued({ callsPerSecond }: VoiceProvider): number {
  return callsPerSecond === null ? MAX_QUEUED : Math.min(MAX_QUEUED, Math.ceil(callsPerSecond))
}
