import { describe, expect, it } from 'vitest'
import { shortcutLabel } from './shortcut.ts'
import { clockNow, untilNextMinute } from './simulated-clock.ts'

const reading = { now: '2026-11-24T12:00:30+11:00', speed: 60 }
const start = Date.parse(reading.now)

describe('the simulated clock', () => {
  // Covers: simulator-5
  it('goes on at its own speed from when it was read', () => {
    expect(clockNow(reading, 1000, 1000)).toBe(start)
    expect(clockNow(reading, 1000, 3000)).toBe(start + 120_000)
    expect(clockNow(reading, 1000, 500)).toBe(start)
  })
  it('changes its minute after the rest of it, at its speed', () => {
    expect(untilNextMinute(reading, 0, 0)).toBe(500)
    expect(untilNextMinute({ ...reading, speed: 1 }, 0, 0)).toBe(30_000)
    expect(untilNextMinute({ ...reading, speed: 100_000 }, 0, 0)).toBe(250)
    expect(untilNextMinute({ ...reading, speed: 0 }, 0, 0)).toBe(60_000)
  })
})

describe('shortcutLabel', () => {
  it('names the key as the platform does', () => {
    expect(shortcutLabel('K', 'MacIntel')).toBe('⌘K')
    expect(shortcutLabel('K', 'Linux x86_64')).toBe('Ctrl K')
  })
})
