import { afterAll, beforeAll, expect, it } from 'vitest'
import { playHostile } from './hostile/hostile-assistant.ts'
import { createHostileWorld, type HostileWorld } from './hostile/hostile-world.ts'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world?.close())

// Covers: calls-vapi-21, calls-vapi-22, calls-vapi-23, calls-vapi-24
it('a hostile language model breaks no rule (seeded part of the long proof)', async () => {
  const { faults, ...figures } = await playHostile(world, { count: 700, seed: 53 })
  expect(faults).toEqual([])
  // the guards are passed as well as hit
  const { booked, planned, optedOut, transferred, endedByUs, rateFindings } = figures
  for (const count of [booked, planned, optedOut, transferred, endedByUs, rateFindings])
    expect(count).toBeGreaterThan(0)
}, 600_000)
