import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { restsAlone } from '#server/modules/calls/dispatch/pace.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { busyCampaigns } from './dispatch-campaign.store.ts'
import { dialInTurn, dispatchCampaign, type PlacedDial } from './dispatch-campaign.ts'

/** Dials that this process has committed to but not handed over yet, at most. */
const MOST_WAITING = 24
const CONCURRENT_DIALS = 8
/** What no notification tells (time passing, the end of another process) is found by looking. */
const LONGEST_WAIT_MS = 250
/** Changes within this time are worked off in one turn. */
const SHORTEST_WAIT_MS = 10

/**
 * The loop of the worker role that dials: a timer over the enrolments, woken when campaigns change. Any number of
 * processes may run it.
 */
export function createDispatcher(parts: WorkerParts): Worker {
  const dialling = new Set<Promise<void>>()
  const queue: PlacedDial[] = []
  let turns = 0

  async function work(ctx: Ctx, provider: VoiceProvider, signal: AbortSignal): Promise<void> {
    const { now } = await provider.clock()
    // nobody is committed to while nobody would be dialled: what is due waits
    const resting = await restsAlone(ctx, provider)
    const busy = await busyCampaigns(ctx, { simulated: provider.simulated, now })
    // another campaign comes first every turn, so that none starves when dials are scarce
    const first = busy.length > 0 ? turns++ % busy.length : 0
    for (const campaignId of [...busy.slice(first), ...busy.slice(0, first)]) {
      const most = resting ? 0 : mostWaiting(provider) - queue.length - dialling.size
      // a campaign that is through ends in any case
      if ((most <= 0 && !resting) || signal.aborted) return
      try {
        queue.push(...(await dispatchCampaign(ctx, provider, { campaignId, most })))
        drain(ctx)
      } catch (error) {
        ctx.log.error({ err: error, campaignId }, 'a campaign could not be dispatched')
      }
    }
  }

  function drain(ctx: Ctx): void {
    while (dialling.size < CONCURRENT_DIALS) {
      const dial = queue.shift()
      if (!dial) return
      const done: Promise<void> = dialInTurn(ctx, dial)
        .catch((error: unknown) => ctx.log.error({ err: error, callId: dial.callId }, 'a dial broke off'))
        .finally(() => {
          dialling.delete(done)
          drain(ctx)
          if (queue.length === 0) loop.wake()
        })
      dialling.add(done)
    }
  }

  const loop = createLoop({
    context: () => parts.ctx('dispatcher'),
    async turn(ctx, signal) {
      const provider = ctx.providers.voice.active
      if (provider) await work(ctx, provider, signal)
    },
    everyMs: LONGEST_WAIT_MS,
    soonMs: SHORTEST_WAIT_MS,
    subscribe: (wake) => parts.onChange('campaigns', wake),
    failure: 'the dispatcher could not look for work',
  })
  return {
    start: loop.start,
    async stop() {
      await loop.stop()
      while (dialling.size > 0) await Promise.all(dialling)
    },
  }
}

/** Where a provider has a pace, calls are not committed to long before their turn. */
function mostWaiting({ callsPerSecond }: VoiceProvider): number {
  return callsPerSecond === null ? MOST_WAITING : Math.min(MOST_WAITING, Math.ceil(callsPerSecond))
}
