import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { playedCaldav } from './calendars/caldav-service.ts'
import { playedService } from './calendars/consented-services.ts'
import { proveCalendars } from './calendars/play.ts'
import type { ProofClock } from './calendars/world.ts'

const clock: ProofClock = { ms: Date.parse('2026-11-22T20:00:00+11:00') }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date(clock.ms) })
})
afterAll(() => app?.close())

// Covers: connected-calendars-12
it.each([
  ['CalDAV', playedCaldav],
  ['Microsoft 365', () => playedService('microsoft')],
  ['Google', () => playedService('google')],
])(
  'keeps calendars and meetings equal through many edits of both sides while processes die: %s',
  async (_name, start) => {
    const service = await start()
    try {
      const staff = await app.staff('admin')
      const figures = await proveCalendars({ app, staff, clock, service, interleavings: 12, seed: 11 })
      expect(figures.faults).toEqual([])
      expect(figures.applied).toBeGreaterThan(3)
      expect(figures.refused).toBeGreaterThan(0)
      expect(figures.longestSeconds).toBeLessThanOrEqual(60)
      expect(figures.longestSecondsAfterLoss).toBeLessThanOrEqual(300)
    } finally {
      await service.close()
    }
  },
  300_000,
)
