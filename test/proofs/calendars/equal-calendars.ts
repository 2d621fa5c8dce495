import { expect } from 'vitest'
import { createTestApp } from '#test/test-app.ts'
import { proveCalendars } from './play.ts'
import type { ProofService } from './proof-calendar.ts'
import type { ProofClock } from './world.ts'

/** Plays the proof with a service on an app of its own: both sides are equal at rest, and edits of both were met. */
export async function expectEqualCalendars(
  start: () => Promise<ProofService>,
  interleavings: number,
): Promise<void> {
  const clock: ProofClock = { ms: Date.parse('2026-11-22T20:00:00+11:00') }
  const app = await createTestApp({ now: () => new Date(clock.ms) })
  const service = await start()
  try {
    const staff = await app.staff('admin')
    const figures = await proveCalendars({ app, staff, clock, service, interleavings, seed: 11 })
    expect(figures.faults).toEqual([])
    expect(figures.applied).toBeGreaterThan(3)
    expect(figures.refused).toBeGreaterThan(0)
    expect(figures.longestSeconds).toBeLessThanOrEqual(60)
    expect(figures.longestSecondsAfterLoss).toBeLessThanOrEqual(300)
  } finally {
    await service.close()
    await app.close()
  }
}
