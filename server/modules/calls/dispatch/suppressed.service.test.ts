import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLine, refusing } from '#test/doubles/test-line.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { intake } from '../intake/intake.ts'
import { handOver } from './fallback.ts'
import type { Gate } from './pace.ts'
import { dialPlaced } from './place-call.ts'

const vapi = createLine({ name: 'vapi' })
const twilio = createLine({ name: 'twilio' })
const accepts = vapi.answer
let world: CallsWorld
beforeAll(async () => {
  world = await createCallsWorld({ provider: () => vapi.provider, fallback: twilio.provider })
})
afterAll(() => world?.close())
beforeEach(() => {
  for (const line of [vapi, twilio]) {
    line.dials.length = 0
    line.answer = accepts
  }
})

const row = (callId: number) =>
  world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
const suppress = async (phone: string, simulated = false) =>
  void (await world.db
    .insertInto('suppressions')
    .values({ phone, source: 'voice', reason: 'Said stop', simulated })
    .execute())

const cancelled = {
  outcome: 'cancelled',
  failure: 'Not dialled: the number was suppressed before its turn came.',
}

it('a number that is suppressed between decision and dial is not dialled, and the call says so', async () => {
  const callId = await world.call('+61491570231', { dial: false })
  await suppress('+61491570231')
  await dialPlaced(world.ctx, callId)
  await dialPlaced(world.ctx, callId)
  expect(vapi.dials).toHaveLength(0)
  expect(await row(callId)).toMatchObject(cancelled)
})

// Covers: calls-live-providers-5
it('a number that is suppressed while the first provider refuses it is handed to nobody', async () => {
  vapi.answer = async (request) => {
    await suppress(request.to)
    return refusing('Vapi is busy and asked us to wait.')(request)
  }
  const callId = await world.call('+61491570232')
  expect([vapi.dials.length, twilio.dials.length]).toEqual([1, 0])
  expect(await row(callId)).toMatchObject({ provider: 'vapi', ...cancelled })
})

// Covers: calls-live-providers-5
it('a suppressed number whose call the first provider took after all is left to what that provider reports', async () => {
  vapi.answer = async (request) => {
    await suppress(request.to)
    const events = [{ key: 'r', at: new Date(), kind: 'ringing' } as const]
    await intake(world.ctx, [{ callId: request.callId, events, provider: 'vapi' }])
    return refusing('Vapi is busy and asked us to wait.')(request)
  }
  const callId = await world.call('+61491570235')
  expect(twilio.dials).toHaveLength(0)
  expect(await row(callId)).toMatchObject({ provider: 'vapi', status: 'ringing', outcome: null })
})

// Covers: calls-live-providers-5
it('a number that is suppressed while its call waits for its turn at the second provider is handed to nobody', async () => {
  const callId = await world.call('+61491570234', { dial: false })
  await world.db.updateTable('calls').set({ dispatchedAt: new Date() }).where('id', '=', callId).execute()
  const gate: Gate = async ({ claim }) => {
    await suppress('+61491570234')
    return (await claim(world.ctx)) ? 'dispatched' : 'lost'
  }
  expect(await handOver(world.ctx, callId, { from: vapi.provider, reason: 'Busy', gate })).toBe('lost')
  expect(await row(callId)).toMatchObject({ provider: 'vapi' })
})

it('what the simulator suppressed does not keep a live provider from dialling', async () => {
  await suppress('+61491570233', true)
  await world.call('+61491570233')
  expect(vapi.dials).toHaveLength(1)
})
