import { expect, it } from 'vitest'
import { proveVault } from '#test/proofs/vault/prove.ts'

// Covers: vault-file-store-17
it('a vault under fire loses no document, keeps none half, and has nothing left over after the clean-up', {
  timeout: 300_000,
}, async () => {
  const report = await proveVault({ kills: 1, seed: 7, documents: 20 })
  expect(report.faults).toEqual([])
  expect(report.answered).toBeGreaterThanOrEqual(23)
  expect(report.met).toMatchObject({ uploads: 1 })
})
