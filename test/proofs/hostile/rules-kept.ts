import { expect } from 'vitest'
import { playHostile } from './hostile-assistant.ts'
import { createHostileWorld } from './hostile-world.ts'

/** Plays a hostile language model: no rule is broken, and each guard was both passed and hit. */
export async function expectRulesKept(count: number): Promise<void> {
  const world = await createHostileWorld()
  try {
    const { faults, ...figures } = await playHostile(world, { count, seed: 53 })
    expect(faults).toEqual([])
    const { booked, planned, optedOut, transferred, endedByUs, rateFindings } = figures
    for (const each of [booked, planned, optedOut, transferred, endedByUs, rateFindings])
      expect(each).toBeGreaterThan(0)
  } finally {
    await world.close()
  }
}
