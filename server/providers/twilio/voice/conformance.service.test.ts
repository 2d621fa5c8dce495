import { findScript } from '#server/providers/live/scripts.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { until } from '#test/test-app.ts'
import { lastDigit, type ProviderHarness, voiceConformance } from '#test/voice-conformance.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { createTwilioCalls } from '#test/worlds/twilio-calls.ts'

async function twilioHarness(): Promise<ProviderHarness> {
  const world = await createTwilioCalls({ double: { speed: 2000 } })
  const { twilio, voice, db } = world
  twilio.calls.holdLines()
  await addBdm(world.app)
  const delivered = new Map<number, VoiceEvent[]>()
  const numbers = new Map<number, string>()
  const numberOf = (callId: number): string => numbers.get(callId) ?? ''
  const dialsOf = (callId: number) =>
    twilio.calls.calls.filter(({ form }) => form.get('Url')?.includes(`call=${callId}#`))
  return {
    provider: {
      ...voice,
      async dial(request) {
        numbers.set(request.callId, request.to)
        await db.updateTable('calls').set({ toNumber: request.to }).where('id', '=', request.callId).execute()
        return voice.dial(request)
      },
    },
    // a different number each time, so that one line's limits do not affect the next
    number: (behaviour) => world.number(lastDigit[behaviour]),
    forbiddenNumber: '+61491570156',
    nextCallId: () => world.callTo('+61491570299'),
    async untilAnswered(callId) {
      twilio.calls.let(numberOf(callId), 'answered')
      await until('answered', async () =>
        (await world.events(callId)).some(({ kind }) => kind === 'answered'),
      )
    },
    async untilOver(callId) {
      // the lines of earlier cases too: nothing is waited for while they are held
      for (const number of numbers.values()) twilio.calls.let(number, 'over')
      await twilio.settled()
      for (const { problems } of dialsOf(callId))
        if (problems.length > 0) throw new Error(problems.join('\n'))
      delivered.set(callId, await world.events(callId))
    },
    delivered: (callId) => delivered.get(callId) ?? [],
    offered: async (callId) => ((await findScript(db, callId))?.offered ?? []).map(({ start }) => start),
    timesDialled: async (callId) => dialsOf(callId).length,
    close: () => world.close(),
  }
}

voiceConformance('Twilio', twilioHarness)
