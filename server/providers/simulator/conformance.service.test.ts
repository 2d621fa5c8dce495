import { sql } from 'kysely'
import { lastDigit, type ProviderHarness, voiceConformance } from '#test/voice-conformance.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import type { VoiceEvent } from '../ports/voice.ts'

const times = [
  { start: '2026-11-24T23:00:00.000Z', spoken: 'Wednesday 25 November at 10 am' },
  { start: '2026-11-25T03:00:00.000Z', spoken: 'Wednesday 25 November at 2 pm' },
]

async function simulatorHarness(): Promise<ProviderHarness> {
  const delivered = new Map<number, VoiceEvent[]>()
  const world: CallsWorld = await createCallsWorld({
    times,
    hear: async (batch) => {
      for (const { callId, events } of batch)
        delivered.set(callId, [...(delivered.get(callId) ?? []), ...events])
    },
  })
  let last = 1_000_000
  return {
    provider: world.simulator,
    number: (behaviour) => `+6125550012${lastDigit[behaviour]}`,
    forbiddenNumber: '+61412345678',
    nextCallId: async () => ++last,
    untilAnswered: async () => world.pass(30),
    untilOver: async () => world.pass(700),
    delivered: (callId) => delivered.get(callId) ?? [],
    offered: async () => times.map(({ start }) => start),
    async timesDialled(callId) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from simulator_dials
        where call_id = ${callId}`.execute(world.db)
      return rows[0]?.n ?? 0
    },
    close: world.close,
  }
}

voiceConformance('the simulator', simulatorHarness)
