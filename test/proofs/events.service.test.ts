import { test } from 'vitest'
import { createCallsWorld } from '../worlds/calls-world.ts'
import { proveEvents } from './events.proof.ts'

// Covers: call-2
test('events in any order, repeated and lost, lead to the same call (seeded part of the long proof)', async () => {
  const world = await createCallsWorld()
  try {
    await proveEvents(world, { cases: 200, seed: 7 })
  } finally {
    await world.close()
  }
})
