import { expect, it } from 'vitest'
import { proveFallback } from '#test/proofs/vendors/fallback.ts'
import { proveVendors } from '#test/proofs/vendors/prove.ts'

// Covers: calls-vendors-under-1
it('a campaign through two vendors that fail in every way dials nobody twice and does what people chose once', {
  timeout: 300_000,
}, async () => {
  const report = await proveVendors({
    ...{
      brokers: 16,
      retries: false,
      kills: 1,
      seed: 7,
      callsPerSecond: 40,
      vapiAtOnce: 4,
      finishSeconds: 200,
    },
    rates: { fault: 0.02, twice: 0.1, late: 0.1, lost: 0.08 },
  })
  expect(report.faults).toEqual([])
  // both vendors and the intruder were active
  expect(Math.min(report.dials.twilio, report.dials.vapi)).toBeGreaterThan(0)
  expect(report.refused).toBeGreaterThan(4)
})

// Covers: calls-vendors-under-2
it('what Vapi refuses before dialling Twilio dials with the script; what it may have dialled nobody else does', {
  timeout: 300_000,
}, async () => {
  expect(await proveFallback()).toEqual([])
})
