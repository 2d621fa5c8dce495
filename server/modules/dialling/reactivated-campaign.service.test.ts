import { expect, test } from 'vitest'
import { updateCampaign } from '#server/modules/campaigns/campaigns.ts'
import { createDiallingWorld } from '#test/worlds/dialling-world.ts'
import { startCalls } from './start-calls.ts'

// Covers: dashboard-13
test('Call dials brokers who wait in a reactivated campaign, also when it enrols no others', async () => {
  const world = await createDiallingWorld()
  try {
    const campaign = await world.campaign()
    await world.brokers(1)
    await startCalls(world.ctx, campaign)
    await world.turn()
    await world.end('no_answer')
    await updateCampaign(world.ctx, campaign, { status: 'completed' })
    await updateCampaign(world.ctx, campaign, { status: 'active' })
    world.line.clock = new Date('2026-11-25T14:00:00+11:00')
    // as after a released hold or a corrected outcome
    await world.db
      .updateTable('enrolments')
      .set({ state: 'waiting', endedReason: null, dueAt: world.line.clock })
      .execute()
    expect(await startCalls(world.ctx, campaign)).toMatchObject({ alreadyIn: { waiting: 1 } })
    expect(await world.turn()).toHaveLength(1)
  } finally {
    await world.close()
  }
})
