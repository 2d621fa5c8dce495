import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { viewForecasts } from './forecasts.views.ts'

let world: DiallingWorld
beforeAll(async () => {
  world = await createDiallingWorld()
})
afterAll(() => world?.close())

// Covers: campaigns-list-12
it('forecasts the end of a campaign from its waiting brokers, and none of one that does not call', async () => {
  await world.brokers(40)
  const [running, idle] = [await world.campaign({ maxConcurrentCalls: 1 }), await world.campaign()]
  await startCalls(world.ctx, running)
  const now = world.line.clock.getTime()
  const [first, second] = await viewForecasts(world.ctx, [running, idle])
  expect(second).toEqual({ campaignId: idle, finishesAt: null })
  const end = Date.parse(first?.finishesAt ?? '')
  expect(end).toBeGreaterThan(now)
  await world.db.updateTable('campaigns').set({ maxConcurrentCalls: 100 }).where('id', '=', running).execute()
  const [faster] = await viewForecasts(world.ctx, [running])
  expect(Date.parse(faster?.finishesAt ?? '')).toBeLessThan(end)
  await world.db.updateTable('campaigns').set({ status: 'paused' }).where('id', '=', running).execute()
  expect(await viewForecasts(world.ctx, [running])).toEqual([{ campaignId: running, finishesAt: null }])
})
