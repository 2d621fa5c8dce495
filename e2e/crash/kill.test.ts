import { describe, expect, it } from 'vitest'
import { killWorkers } from '#test/product/fire.ts'

describe('a campaign under fire', () => {
  // Covers: call-4
  it('dials nobody twice and ends every call when its worker is killed', { timeout: 240_000 }, async () => {
    const report = await killWorkers({ brokers: 30, concurrency: 20, retries: false, kills: 1, every: 12 })
    expect(report.faults).toEqual([])
    expect(report.dials + report.unknown).toBeGreaterThanOrEqual(30)
  })
})
