import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallLookup, VoiceProvider } from '#server/providers/ports/voice.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { dialPlaced } from '../dispatch/place-call.ts'
import { endings } from '../intake/call-endings.rules.ts'
import {
  LONGEST_CALL_MS,
  NEVER_DISPATCHED_MS,
  RECORDING_LATE_MS,
  RECORDING_LOST_MS,
  SILENT_MS,
  UNAVAILABLE_MS,
} from './reconcile.rules.ts'
import { reconcile } from './reconcile.ts'

let world: CallsWorld
let simulator: VoiceProvider
/** The provider's differences in a test. */
let changes: Partial<VoiceProvider> = {}
let lateness = 0
let lookups = 0

beforeAll(async () => {
  world = await createCallsWorld({
    now: () => new Date(Date.now() + lateness),
    provider: (real) => {
      simulator = real
      const current = (): VoiceProvider => ({ ...real, ...changes })
      return {
        ...real,
        dial: (request) => current().dial(request),
        end: (call) => current().end(call),
        lookup: async (call) => {
          lookups += 1
          return current().lookup(call)
        },
      }
    },
  })
})
afterAll(() => world.close())

async function setUp(different: Partial<VoiceProvider> = {}): Promise<CallsWorld> {
  await world.pass(700)
  changes = {}
  await world.db.deleteFrom('calls').execute()
  await world.db.deleteFrom('simulatorCalls').execute()
  await world.db.deleteFrom('simulatorDials').execute()
  world.heard.length = 0
  changes = different
  lateness = 0
  lookups = 0
  return world
}

async function later(ms: number): Promise<void> {
  lateness += ms
  await reconcile(world.ctx)
}

async function callOf(callId: number) {
  return world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
}

const answering = (lookup: CallLookup): Partial<VoiceProvider> => ({ lookup: async () => lookup })

describe('a call that nothing is heard of', () => {
  it('and that nobody was asked to dial is ended, and not dialled afterwards', async () => {
    const { call, ctx, db } = await setUp()
    const callId = await call('+61255500001', { dial: false })
    await later(NEVER_DISPATCHED_MS - 5_000)
    expect((await callOf(callId)).outcome).toBeNull()
    await later(10_000)
    expect(await callOf(callId)).toMatchObject({
      ...{ status: 'failed', outcome: 'provider_fault', withdrawn: true },
      ...{ dispatchedAt: null, failure: endings.neverDispatched.message },
    })
    await dialPlaced(ctx, callId)
    expect(await db.selectFrom('simulatorDials').selectAll().execute()).toEqual([])
    expect(lookups).toBe(0)
  })

  it('is asked about once in a while, and keeps on when the provider still has it', async () => {
    const { call, pass } = await setUp()
    const callId = await call('+61255500001')
    await later(SILENT_MS + 5_000)
    await later(5_000)
    expect(lookups).toBe(1)
    await later(SILENT_MS)
    expect(lookups).toBe(2)
    expect((await callOf(callId)).outcome).toBeNull()
    await pass(700)
    expect(await callOf(callId)).toMatchObject({ outcome: 'human', response: 'option_1' })
    await later(SILENT_MS * 2)
    expect(lookups).toBe(2)
  })

  // Covers: call-5
  it('takes from the provider what was lost, and what comes after all changes nothing', async () => {
    const lost = await setUp()
    const callId = await lost.call('+61255500003')
    await lost.db.updateTable('simulatorCalls').set({ nextAt: null }).execute()
    await lost.pass(700)
    expect((await callOf(callId)).outcome).toBeNull()
    await later(SILENT_MS + 5_000)
    const found = await callOf(callId)
    expect(found).toMatchObject({ outcome: 'human', response: 'option_3', recordingStatus: 'completed' })
    await lost.db
      .updateTable('simulatorCalls')
      .set({ nextAt: new Date('2026-11-24T01:00:00Z') })
      .execute()
    await lost.pass(1)
    expect(await callOf(callId)).toEqual(found)
    expect(lost.heard.map(({ name }) => name)).toEqual(['call.optionChosen', 'call.finished'])
  })

  // Covers: call-5
  it('and that the provider never had ends as nobody knows', async () => {
    const { call } = await setUp(answering({ kind: 'absent' }))
    const callId = await call('+61255500001')
    await later(SILENT_MS + 5_000)
    expect(await callOf(callId)).toMatchObject({ status: 'failed', outcome: 'unknown', duration: null })
  })

  // Covers: call-5
  it('tells the truth when a callback comes after we gave up', async () => {
    const { call, pass, heard } = await setUp(answering({ kind: 'absent' }))
    const callId = await call('+61255500006')
    await later(SILENT_MS + 5_000)
    await pass(700)
    expect(await callOf(callId)).toMatchObject({ status: 'no_answer', outcome: 'busy' })
    const ends = heard.flatMap((event) => (event.name === 'call.finished' ? [event.payload.outcome] : []))
    expect(ends).toEqual(['unknown', 'busy'])
  })

  it('is asked about for a day where the provider cannot say', async () => {
    const { call } = await setUp(answering({ kind: 'unavailable', message: 'down' }))
    const callId = await call('+61255500001')
    await later(UNAVAILABLE_MS - 60_000)
    expect((await callOf(callId)).outcome).toBeNull()
    await later(120_000)
    expect((await callOf(callId)).outcome).toBe('unknown')
  })

  it('is ended at the provider and by us when it lasts longer than any call can', async () => {
    let ended = 0
    const { call, pass } = await setUp({
      lookup: async ({ callId }) => ({
        kind: 'found',
        from: null,
        providerCallId: `sim-${callId}`,
        events: [],
      }),
      end: async () => {
        ended += 1
      },
    })
    const callId = await call('+61255500001')
    await world.db.updateTable('simulatorCalls').set({ nextAt: null }).execute()
    await later(SILENT_MS + 5_000)
    expect((await callOf(callId)).outcome).toBeNull()
    await pass(LONGEST_CALL_MS / 1000 + 60)
    await later(SILENT_MS + 5_000)
    expect(await callOf(callId)).toMatchObject({
      outcome: 'unknown',
      failure: 'The provider never reported how the call ended.',
    })
    expect(ended).toBe(1)
  })

  // Covers: call-4
  it('after an unclear answer is looked up and never dialled again', async () => {
    let asked = 0
    const { call } = await setUp({
      dial: async (request) => {
        asked += 1
        await simulator.dial(request)
        throw new Error('the line went dead before the answer')
      },
    })
    const callId = await call('+61255500001')
    expect(await callOf(callId)).toMatchObject({ outcome: null, providerCallId: null })
    await later(SILENT_MS + 5_000)
    expect((await callOf(callId)).providerCallId).toMatch(/^sim-/)
    await world.pass(700)
    expect(await callOf(callId)).toMatchObject({ outcome: 'human' })
    expect(asked).toBe(1)
  })

  it('whose recording was announced and never came has failed to be recorded', async () => {
    const { call, db, pass } = await setUp()
    const callId = await call('+61255500005')
    const held = await db.selectFrom('simulatorCalls').select('plan').executeTakeFirstOrThrow()
    const plan = held.plan as unknown as { events: { name: string }[] } // as the simulator wrote it
    const events = plan.events.filter(({ name }) => name !== 'recording_done')
    await db
      .updateTable('simulatorCalls')
      .set({ plan: JSON.stringify({ ...plan, events }) })
      .execute()
    await pass(700)
    expect((await callOf(callId)).recordingStatus).toBe('recording')
    await later(RECORDING_LATE_MS + 5_000)
    expect((await callOf(callId)).recordingStatus).toBe('recording')
    await later(RECORDING_LOST_MS)
    expect(await callOf(callId)).toMatchObject({ recordingStatus: 'failed', outcome: 'human' })
  })
})
