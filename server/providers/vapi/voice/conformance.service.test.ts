import { isFictitious } from '#server/modules/brokers/fictitious-numbers.rules.ts'
import { findScript } from '#server/providers/live/scripts.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { until } from '#test/test-app.ts'
import {
  type LineBehaviour,
  lastDigit,
  type ProviderHarness,
  voiceConformance,
} from '#test/voice-conformance.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { createVapiWorld } from '#test/worlds/vapi-world.ts'

async function vapiHarness(): Promise<ProviderHarness> {
  const world = await createVapiWorld({ double: { speed: 2000 } })
  const { vapi, voice, db } = world
  vapi.calls.holdLines()
  await addBdm(world.app)
  const delivered = new Map<number, VoiceEvent[]>()
  const numbers = new Map<number, string>()
  const numberOf = (callId: number): string => numbers.get(callId) ?? ''
  const dialsOf = (callId: number) =>
    vapi.calls.calls.filter(({ request }) => request.customer.externalId === String(callId))
  let tens = 20
  // a different number each time, so that one line's limits do not affect the next
  const number = (behaviour: LineBehaviour): string => {
    const next = `+61491570${tens++}${lastDigit[behaviour]}`
    return isFictitious(next) ? number(behaviour) : next
  }
  return {
    provider: {
      ...voice,
      async dial(request) {
        numbers.set(request.callId, request.to)
        await db.updateTable('calls').set({ toNumber: request.to }).where('id', '=', request.callId).execute()
        return voice.dial(request)
      },
    },
    number,
    forbiddenNumber: '+61491570156',
    nextCallId: () => world.callTo('+61491570299'),
    async untilAnswered(callId) {
      vapi.calls.let(numberOf(callId), 'answered')
      await until('answered', async () =>
        (await world.events(callId)).some(({ kind }) => kind === 'answered'),
      )
    },
    async untilOver(callId) {
      vapi.calls.let(numberOf(callId), 'over')
      for (const { played } of dialsOf(callId)) await played
      if (vapi.state.problems.length > 0) throw new Error(vapi.state.problems.join('\n'))
      delivered.set(callId, await world.events(callId))
    },
    delivered: (callId) => delivered.get(callId) ?? [],
    offered: async (callId) => ((await findScript(db, callId))?.offered ?? []).map(({ start }) => start),
    timesDialled: async (callId) => dialsOf(callId).length,
    close: () => world.close(),
  }
}

voiceConformance('Vapi', vapiHarness)
