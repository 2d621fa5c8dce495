import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'

let world: VapiWorld
beforeAll(async () => {
  world = await createVapiWorld({ double: { speed: 2000 } })
})
afterAll(() => world?.close())

// Covers: calls-vapi-9
it('a call of which Vapi does not say yet why it ended is left open until it does', async () => {
  const to = '+61491570201'
  world.vapi.setTrip(() => 'lost')
  world.vapi.calls.setLine(to, { rings: 'answered', hears: 'person', acts: [], ends: 'customer-ended-call' })
  const { callId, providerCallId } = await world.dial(to)
  await world.vapi.settled()
  const held = world.vapi.calls.calls.find(({ id }) => id === providerCallId)
  if (!held) throw new Error('Vapi has no call')
  const { endedReason } = held
  held.endedReason = null
  const early = await world.voice.lookup({ callId, providerCallId })
  expect(early).toMatchObject({ kind: 'found', events: [] })
  held.endedReason = endedReason
  const found = await world.voice.lookup({ callId, providerCallId })
  expect(found).toMatchObject({
    kind: 'found',
    events: expect.arrayContaining([expect.objectContaining({ kind: 'ended', outcome: 'human' })]),
  })
})
