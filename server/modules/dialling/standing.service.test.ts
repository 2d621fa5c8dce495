import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSuspended } from '#server/modules/brokers/suspend-broker.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
beforeEach(async () => {
  world = await createDiallingWorld()
})
afterEach(() => world.close())

/** A compliance review is due, or it is over. */
async function hold(brokerId: number, held: boolean): Promise<void> {
  const values = held
    ? { status: 'flagged', riskScore: 95, heldSince: new Date(), heldReason: 'FRASER, ISLA: banned' }
    : { status: 'active', riskScore: 0, heldSince: null, heldReason: null }
  await world.ctx.tx(async (tx) => {
    await tx.db
      .insertInto('brokerCompliance')
      .values({ brokerId, ...values })
      .onConflict((conflict) => conflict.column('brokerId').doUpdateSet(values))
      .execute()
    await tx.emit('broker.changed', { brokerIds: [brokerId] })
  })
}

const stateOf = async (brokerId: number) =>
  world.db
    .selectFrom('enrolments')
    .select(['state', 'endedReason'])
    .where('brokerId', '=', brokerId)
    .executeTakeFirst()

async function runningCampaign(): Promise<{ campaign: number; first: number; second: number }> {
  const campaign = await world.campaign({ maxConcurrentCalls: 1 })
  const [first = 0, second = 0] = await world.brokers(2)
  await startCalls(world.ctx, campaign)
  await world.turn()
  return { campaign, first, second }
}

// Covers: surveillance-29
test('a broker who is suspended while a campaign runs is not called in the next turn, and never again in it', async () => {
  const { second } = await runningCampaign()
  expect(await stateOf(second)).toEqual({ state: 'waiting', endedReason: null })
  await world.ctx.tx((tx) => setSuspended(tx, second, true))
  await world.end('human')
  expect(await world.turn()).toEqual([])
  expect(await stateOf(second)).toEqual({ state: 'done', endedReason: 'suspended' })
  await world.ctx.tx((tx) => setSuspended(tx, second, false))
  expect(await world.turn()).toEqual([])
  expect(world.line.dials).toHaveLength(1)
})

// Covers: surveillance-29
test('a broker who waits for a review is passed over, and called once it is cleared while the campaign still runs', async () => {
  const { campaign, second } = await runningCampaign()
  const [third = 0] = await world.brokers(1)
  await startCalls(world.ctx, campaign)
  await hold(second, true)
  await world.end('human')
  await world.turn()
  expect(await stateOf(second)).toEqual({ state: 'done', endedReason: 'on_hold' })
  // another change of the record while the review is still due
  await world.ctx.tx((tx) => tx.emit('broker.changed', { brokerIds: [second] }))
  expect(await stateOf(second)).toEqual({ state: 'done', endedReason: 'on_hold' })
  await hold(second, false)
  await world.end('human')
  expect(await world.turn()).toHaveLength(1)
  expect(await stateOf(second)).toEqual({ state: 'in_flight', endedReason: null })
  expect(await stateOf(third)).toEqual({ state: 'waiting', endedReason: null })
})

// Covers: surveillance-29
test('a campaign that is over takes nobody up again', async () => {
  const { campaign, second } = await runningCampaign()
  await hold(second, true)
  await world.end('human')
  await world.turn()
  await world.turn()
  expect(await world.status(campaign)).toBe('completed')
  await hold(second, false)
  expect(await stateOf(second)).toEqual({ state: 'done', endedReason: 'on_hold' })
})
