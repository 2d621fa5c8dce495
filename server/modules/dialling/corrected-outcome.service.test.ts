import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { loadCandidates } from './candidates.views.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world.close())

const dayOf = async (callId: number) =>
  (await world.db.selectFrom('calls').select('capDate').where('id', '=', callId).executeTakeFirstOrThrow())
    .capDate

/** One campaign dials the only broker, and the provider reports that it could not. */
async function faultyDial(): Promise<{ brokerId: number; fault: number }> {
  const [brokerId = 0] = await world.brokers(1)
  await startCalls(world.ctx, await world.campaign())
  const [fault = 0] = await world.turn()
  await world.end('provider_fault')
  expect(await dayOf(fault)).toBeNull()
  return { brokerId, fault }
}

// Covers: called-when-12
test('a fault that turns out to have rung uses up its day, so that no campaign dials the number again that day', async () => {
  const { fault } = await faultyDial()
  await world.end('declined', [fault])
  expect(await dayOf(fault)).toBe('2026-11-24')
  expect(await startCalls(world.ctx, await world.campaign())).toMatchObject({
    callsInitiated: 0,
    scheduled: 1,
  })
})

// Covers: called-when-12
test('where another call holds that day by then, the day stays with it, and both dials count', async () => {
  const { brokerId, fault } = await faultyDial()
  const campaignId = await world.campaign()
  await startCalls(world.ctx, campaignId)
  const [second = 0] = await world.turn()
  await world.end('declined', [fault])
  expect([await dayOf(fault), await dayOf(second)]).toEqual([null, '2026-11-24'])
  const scope = { campaignId, simulated: true, now: world.line.clock, brokerIds: [brokerId] }
  const [candidate] = await loadCandidates(world.ctx, scope)
  expect(candidate?.facts.numberDials.map(({ callId }) => callId)).toEqual([second, fault])
})

// Covers: called-when-12
test('a call whose number was erased stays without a day', async () => {
  const { fault } = await faultyDial()
  await world.db
    .updateTable('calls')
    .set({ toNumber: '', brokerId: null, enrolmentId: null })
    .where('id', '=', fault)
    .execute()
  await world.end('declined', [fault])
  expect(await dayOf(fault)).toBeNull()
})
