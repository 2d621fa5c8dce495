import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DialAnswer, VoiceEvent } from '#server/providers/ports/voice.ts'
import { createLine, refusing } from '#test/doubles/test-line.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { viewDetails } from '../call-details.views.ts'
import { intake } from '../intake/intake.ts'
import { endCall } from '../test-call.ts'
import { claimHandOver } from './claim-dispatch.store.ts'
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
    line.rests = null
  }
})

const BUSY = 'Vapi is busy and asked us to wait.'
const NUMBER = '+61491570201'
const row = (callId: number) =>
  world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
const told = (key: string, event: object) => ({ key, at: new Date(), ...event }) as VoiceEvent

// Covers: calls-live-providers-2
it('Vapi refuses before dialling: Twilio dials the same call once, and the call says so', async () => {
  vapi.answer = refusing(BUSY)
  const callId = await world.call(NUMBER)
  expect([vapi.dials.length, twilio.dials.length]).toEqual([1, 1])
  expect(twilio.dials[0]).toMatchObject({ callId, to: NUMBER })
  expect(await row(callId)).toMatchObject({
    provider: 'twilio',
    providerCallId: `line-${callId}`,
    status: 'initiated',
    outcome: null,
  })
  const { events, provider } = await viewDetails(world.ctx, callId)
  expect(provider).toBe('twilio')
  expect(events).toMatchObject([
    {
      kind: 'handed_over',
      description:
        'Vapi refused the call before dialling: Vapi is busy and asked us to wait. Handed over to Twilio with the fixed script.',
    },
  ])
})

// Covers: calls-live-providers-2
it('is dispatched anew: the instant is that of the second provider', async () => {
  let first: Date | null = null
  vapi.answer = async (request) => {
    first = (await row(request.callId)).dispatchedAt
    await sql`select pg_sleep(0.01)`.execute(world.db)
    return refusing(BUSY)(request)
  }
  const callId = await world.call(NUMBER)
  const { dispatchedAt } = await row(callId)
  // assigned by the answer above
  expect(dispatchedAt?.getTime()).toBeGreaterThan(
    (first as Date | null)?.getTime() ?? Number.POSITIVE_INFINITY,
  )
})

const never: [string, (callId: number) => DialAnswer | Promise<DialAnswer>][] = [
  ['accepted', (callId) => ({ kind: 'accepted', from: null, providerCallId: `accepted-${callId}` })],
  [
    'said that the number is invalid',
    (callId) => refusing('No such number.', 'invalid_number')({ callId } as never),
  ],
  ['answered unclearly', () => ({ kind: 'ambiguous', message: 'timeout' })],
  ['broke off', () => Promise.reject(new Error('socket hang up'))],
]
// Covers: calls-live-providers-3
it.each(never)('nobody takes over what Vapi %s', async (_what, answer) => {
  vapi.answer = ({ callId }) => answer(callId)
  const callId = await world.call(NUMBER)
  expect([vapi.dials.length, twilio.dials.length]).toEqual([1, 0])
  expect((await row(callId)).provider).toBe('vapi')
})

it('the second provider’s refusal is the last word, and its unclear answer stays unclear', async () => {
  vapi.answer = refusing(BUSY)
  twilio.answer = refusing('The account is suspended.')
  const refused = await row(await world.call(NUMBER))
  expect(refused).toMatchObject({
    provider: 'twilio',
    outcome: 'provider_fault',
    failure: 'The account is suspended.',
  })
  twilio.answer = () => ({ kind: 'ambiguous', message: 'timeout' })
  const unclear = await row(await world.call(NUMBER))
  expect(unclear).toMatchObject({ provider: 'twilio', outcome: null, providerCallId: null })
  expect(twilio.dials).toHaveLength(2)
})

// Covers: calls-live-providers-4
it('nobody takes over while the second one rests, and the refusal stands', async () => {
  vapi.answer = refusing(BUSY)
  twilio.rests = new Date(Date.now() + 60_000)
  expect(await row(await world.call(NUMBER))).toMatchObject({
    provider: 'vapi',
    outcome: 'provider_fault',
    failure: BUSY,
  })
  expect(twilio.dials).toHaveLength(0)
})

// Covers: calls-live-providers-4
it('is not handed over after its hours: the refusal stands', async () => {
  let open = true
  vapi.answer = (request) => {
    open = false
    return refusing(BUSY)(request)
  }
  const callId = await world.call(NUMBER, { dial: false })
  await dialPlaced(world.ctx, callId, { stillOpen: () => open, closedMessage: 'too late' })
  expect(twilio.dials).toHaveLength(0)
  expect(await row(callId)).toMatchObject({ provider: 'vapi', outcome: 'provider_fault', failure: BUSY })
})

// Covers: calls-live-providers-4
it('is not handed over once anything was heard of it, or it ended while Vapi was asked', async () => {
  vapi.answer = async (request) => {
    await intake(world.ctx, [
      { callId: request.callId, events: [told('v1', { kind: 'ringing' })], provider: 'vapi' },
    ])
    return refusing(BUSY)(request)
  }
  const ringing = await world.call(NUMBER)
  expect(await row(ringing)).toMatchObject({ provider: 'vapi', status: 'ringing' })
  const end = { kind: 'ended', outcome: 'cancelled', durationSeconds: 0, message: 'Ended by staff.' }
  vapi.answer = async (request) => {
    await intake(world.ctx, [{ callId: request.callId, events: [told('v2', end)] }])
    return refusing(BUSY)(request)
  }
  const ended = await world.call(NUMBER)
  expect(await row(ended)).toMatchObject({ provider: 'vapi', outcome: 'cancelled' })
  expect(twilio.dials).toHaveLength(0)
})

// Covers: calls-live-providers-4
it('of many that would hand a call over one gets the licence', async () => {
  vapi.answer = () => ({ kind: 'ambiguous', message: 'timeout' })
  const callId = await world.call(NUMBER)
  const over = { from: 'vapi', to: 'twilio', message: 'Over.' }
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimHandOver(world.ctx, callId, over)))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

// Covers: calls-live-providers-4
it('what Vapi tells of a call that went over is without effect, but an opt-out is heard', async () => {
  vapi.answer = refusing(BUSY)
  const callId = await world.call(NUMBER)
  const late = [
    told('v3', { kind: 'ended', outcome: 'human', durationSeconds: 9, message: null }),
    told('v4', { kind: 'option', option: 'option_1', source: 'key' }),
  ]
  await intake(world.ctx, [{ callId, events: late, provider: 'vapi', providerCallId: 'theirs' }])
  expect(await row(callId)).toMatchObject({ outcome: null, response: null, providerCallId: `line-${callId}` })
  const stop = told('v5', { kind: 'option', option: 'option_4', source: 'voice' })
  await intake(world.ctx, [{ callId, events: [stop], provider: 'vapi' }])
  expect(world.heard).toContainEqual({
    name: 'call.optionChosen',
    payload: { callId, option: 'option_4', source: 'voice', slot: null, evidence: null },
  })
  await intake(world.ctx, [
    {
      callId,
      events: [told('t1', { kind: 'ended', outcome: 'human', durationSeconds: 9, message: null })],
      provider: 'twilio',
    },
  ])
  expect((await row(callId)).outcome).toBe('human')
})

// Covers: calls-live-providers-8
it('a call whose answer was lost gets its name from the callbacks', async () => {
  vapi.answer = () => ({ kind: 'ambiguous', message: 'timeout' })
  const callId = await world.call(NUMBER)
  await intake(world.ctx, [
    { callId, events: [told('v6', { kind: 'ringing' })], provider: 'vapi', providerCallId: 'theirs-6' },
  ])
  expect((await row(callId)).providerCallId).toBe('theirs-6')
})

// Covers: calls-live-providers-14
it('staff who end it while Vapi is asked end it: nobody takes over', async () => {
  vapi.answer = async (request) => {
    await endCall(world.ctx, request.callId)
    return refusing(BUSY)(request)
  }
  const callId = await world.call(NUMBER)
  expect(twilio.dials).toHaveLength(0)
  expect(await row(callId)).toMatchObject({ provider: 'vapi', outcome: 'cancelled' })
})

// Covers: calls-live-providers-14
it('staff who end it before it has a name have it ended as soon as it has one', async () => {
  vapi.ended.length = 0
  vapi.answer = async (request) => {
    await endCall(world.ctx, request.callId)
    return accepts(request)
  }
  const callId = await world.call(NUMBER)
  expect(vapi.ended).toEqual([callId, callId])
  expect(await row(callId)).toMatchObject({ providerCallId: `line-${callId}` })
})

// Covers: calls-live-providers-14
it('a call that cannot be ended now says so, with a sentence and no word of the vendor', async () => {
  const callId = await world.call(NUMBER)
  const { end } = vapi.provider
  vapi.provider.end = () => Promise.reject(new Error('503 from api.example.com'))
  await expect(endCall(world.ctx, callId)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The call could not be ended right now. Try again in a moment.',
  })
  vapi.provider.end = end
})
