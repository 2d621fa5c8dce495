import { expect, it } from 'vitest'
import { runningClock } from './running-clock.ts'

const now = new Date('2026-11-24T19:59:00+11:00')
const HOUR_MS = 3_600_000

// Covers: called-when-19
it('knows of the time in which its host was suspended, at its own speed', () => {
  let real = new Date('2026-11-24T08:59:00Z')
  const [live, simulated] = [1, 60].map((speed) => runningClock({ now, speed }, () => real))
  real = new Date(real.getTime() + HOUR_MS)
  expect(live?.current()).toEqual(new Date(now.getTime() + HOUR_MS))
  expect(simulated?.current()).toEqual(new Date(now.getTime() + 60 * HOUR_MS))
})

// Covers: called-when-19
it('never goes back with the real time', () => {
  let real = new Date('2026-11-24T08:59:00Z')
  const clock = runningClock({ now, speed: 1 }, () => real)
  real = new Date(real.getTime() - HOUR_MS)
  expect(clock.current().getTime()).toBeGreaterThanOrEqual(now.getTime())
})
