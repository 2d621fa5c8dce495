import type { Ctx } from '#server/ctx.ts'
import type { Worker, WorkerParts } from '#server/module.ts'
import { restsAlone } from '#server/modules/calls/dispatch/pace.ts'
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
  let running = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let woken = false
  let turns = 0
  let unsubscribe = (): void => undefined

  async function work(ctx: Ctx, provider: VoiceProvider): Promise<void> {
    const { now } = await provider.clock()
    // nobody is committed to while nobody would be dialled: what is due waits
    const resting = await restsAlone(ctx, provider)
    const busy = await busyCampaigns(ctx, { simulated: provider.simulated, now })
    // another campaign comes first every turn, so that none starves when dials are scarce
    const first = busy.length > 0 ? turns++ % busy.length : 0
    for (const campaignId of [...busy.slice(first), ...busy.slice(0, first)]) {
      const most = resting ? 0 : mostWaiting(provider) - queue.length - dialling.size
      // a campaign that is through ends in any case
      if ((most <= 0 && !resting) || !running) return
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
          if (queue.length === 0) wake()
        })
      dialling.add(done)
    }
  }

  async function round(): Promise<void> {
    woken = false
    const ctx = parts.ctx('dispatcher')
    const provider = ctx.providers.voice.active
    try {
      if (provider) await work(ctx, provider)
    } catch (error) {
      ctx.log.error({ err: error }, 'the dispatcher could not look for work')
    }
    if (running) schedule(woken ? SHORTEST_WAIT_MS : LONGEST_WAIT_MS)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      turn = round()
    }, ms)
  }

  function wake(): void {
    // a turn under way looks at `woken` when it is through
    if (!woken && running && timer) schedule(SHORTEST_WAIT_MS)
    woken = true
  }

  return {
    start() {
      if (running) return
      running = true
      unsubscribe = parts.onChange('campaigns', wake)
      schedule(0)
    },
    async stop() {
      running = false
      unsubscribe()
      clearTimeout(timer)
      timer = undefined
      await turn
      while (dialling.size > 0) await Promise.all(dialling)
    },
  }
}

/** Where a provider has a pace, calls are not committed to long before their turn. */
function mostWaiting({ callsPerSecond }: VoiceProvider): number {
  return callsPerSecond === null ? MOST_WAITING : Math.min(MOST_WAITING, Math.ceil(callsPerSecond))
}
