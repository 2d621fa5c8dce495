import { expect, it } from 'vitest'
import { restartInTurn } from '#test/product/rolling-restart.ts'

it('processes restart in turn without a failed request, a lost call or a second one', {
  timeout: 600_000,
}, async () => {
  const report = await restartInTurn({ rounds: 1, brokers: 60, connections: 10 })
  expect(report).toMatchObject({ badExits: [], failed: [], unknown: 0, faults: [] })
  expect(report.notes.stored).toBe(report.notes.answered)
  expect(report.dials).toBeGreaterThanOrEqual(60)
  expect(report.requests).toBeGreaterThan(100)
})
