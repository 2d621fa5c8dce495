import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#server/ctx.ts'
import { endByUs } from '#server/modules/calls/intake/own-end.ts'
import { dialPlaced } from '#server/modules/calls/placing/service.ts'
import type { VoiceProvider } from '#server/providers/voice/port.ts'
import { takeSlot } from './pace.ts'
import type { PlacedDial } from './service.ts'
import { WITHDRAWN } from './store.ts'

/** Hands a placed call to the provider when the pace allows it, unless its window has closed meanwhile. */
export async function dialInTurn(ctx: Ctx, provider: VoiceProvider, dial: PlacedDial): Promise<void> {
  await dialPlaced(ctx, dial.callId, async (claim) => {
    for (;;) {
      if (!dial.stillOpen()) {
        if (await claim(ctx)) await withdraw(ctx, provider, dial.callId)
        return false
      }
      const slot = await takeSlot(ctx, provider, { callId: dial.callId, claim })
      if (slot === 'dispatched') return true
      if (slot === 'gone') return false
      await sleep(slot)
    }
  })
}

/** Ends a call that nobody was asked to dial, so that it is due again on another day. */
async function withdraw(ctx: Ctx, provider: VoiceProvider, callId: number): Promise<void> {
  const message = 'Not dialled: the calling hours ended before its turn came.'
  const at = await provider.now()
  await endByUs(ctx, { callId, key: WITHDRAWN, outcome: 'provider_fault', message, at })
}
