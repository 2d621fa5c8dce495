import { afterAll, beforeAll, expect, it } from 'vitest'
import { playHostile } from './hostile/hostile-assistant.ts'
import { createHostileWorld, type HostileWorld } from './hostile/hostile-world.ts'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world?.close())

// Covers: calls-vapi-21
it('a hostile language model breaks no rule (seeded part of the long proof)', async () => {
  const { faults, ...figures } = await playHostile(world, { count: 700, seed: 53 })
  expect(faults).toEqual([])
  // the guards are passed as well as hit
  for (const count of [figures.booked, figures.planned, figures.optedOut]) expect(count).toBeGreaterThan(0)
}, 300_000)
