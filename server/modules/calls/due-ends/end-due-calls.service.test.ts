import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { GOODBYE_MS } from '#server/providers/ports/voice.ts'
import { waitForLocks } from '#test/lock-waits.ts'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'
import { endDueCalls } from './end-due-calls.ts'

const TEN = Date.parse('2026-11-24T10:00:00+11:00')
let world: VapiWorld
let now = TEN
beforeAll(async () => {
  world = await createVapiWorld({ app: { now: () => new Date(now) } })
  world.vapi.calls.holdLines()
  world.vapi.setTrip(() => 'lost')
})
afterAll(() => world?.close())
beforeEach(() => {
  now = TEN
})

let serial = 0
/** A call in which the person says these sentences, and whether it is ended later. */
async function callWith(...said: string[]) {
  serial += 1
  const { callId, providerCallId } = await world.dial(`+6149157040${serial}`)
  const says = async (transcript: string): Promise<void> => {
    const call = { id: providerCallId, startedAt: new Date(TEN).toISOString() }
    const message = { type: 'transcript', role: 'user', transcriptType: 'final', transcript }
    now += 1000
    await world.post({ ...message, call, timestamp: now }, { call: callId })
  }
  for (const transcript of said) await says(transcript)
  const isEnded = async (afterMs: number) => {
    now += afterMs
    await endDueCalls(world.app.ctx())
    return world.vapi.calls.calls.find(({ id }) => id === providerCallId)?.over.signal.aborted
  }
  return { callId, says, isEnded }
}

// Covers: calls-vapi-23
it.each([
  ['Thanks, bye.'],
  ['Stop calling me.'],
])('ends a call after %j, once the agent has had time for its last words', async (said) => {
  const { isEnded } = await callWith('Hello?', said)
  expect(await isEnded(GOODBYE_MS - 2000)).toBe(false)
  expect(await isEnded(3000)).toBe(true)
})

// Covers: calls-vapi-23
it('keeps a call whose person goes on after a goodbye, but not after an opt-out', async () => {
  expect(await (await callWith('Bye.', 'Wait, what is the rate?')).isEnded(60_000)).toBe(false)
  expect(await (await callWith('Bye.', 'Take me off your list.', 'Hello?')).isEnded(60_000)).toBe(true)
})

// Covers: calls-vapi-23
it('ends a call whose opt-out is recorded while further words arrive', async () => {
  const { callId, says, isEnded } = await callWith('Bye.')
  const words = await world.db.transaction().execute(async (tx) => {
    await sql`update calls set response = 'option_4' where id = ${callId}`.execute(tx)
    const arriving = says('Hello?')
    await waitForLocks(world.db)
    return { arriving }
  })
  await words.arriving
  expect(await isEnded(60_000)).toBe(true)
})

it('leaves a call that a person of the team has accepted to them', async () => {
  const { callId, isEnded } = await callWith('Bye.')
  await sql`insert into hand_offs (call_id, request, state, requested_at)
    values (${callId}, 'transfer', 'accepted', now())`.execute(world.db)
  expect(await isEnded(60_000)).toBe(false)
})

it('tries again where Vapi does not answer', async () => {
  const { isEnded } = await callWith('Bye.')
  world.vapi.setFault(() => 'broken')
  expect(await isEnded(GOODBYE_MS)).toBe(false)
  world.vapi.setFault(() => undefined)
  expect(await isEnded(5000)).toBe(false)
  expect(await isEnded(10_000)).toBe(true)
})
