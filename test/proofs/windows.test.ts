import { test } from 'vitest'
import { provePostcodes, proveWindows } from './windows.proof.ts'

// Covers: called-when-6
test('calling windows agree with an independent oracle (seeded part of the long proof)', () => {
  proveWindows(1500, 7)
})

// Covers: called-when-7
test('hours by postcode agree with the clocks of their localities, whatever state is given', () => {
  provePostcodes(10_000, 7)
})
