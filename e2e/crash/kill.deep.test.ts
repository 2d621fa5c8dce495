import { describe, expect, it } from 'vitest'
import { killEverything } from '#test/product/fire.ts'

describe('a campaign under fire', () => {
  // Covers: call-4
  it('goes on where it was when the whole process is killed', { timeout: 240_000 }, async () => {
    const report = await killEverything({ brokers: 30, concurrency: 20, retries: false, every: 12 })
    expect(report.faults).toEqual([])
    expect(report.dials + report.unknown).toBeGreaterThanOrEqual(30)
  })
})
