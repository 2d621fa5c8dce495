import { test } from 'vitest'
import { proveWindows } from './windows.proof.ts'

test('calling windows agree with an independent oracle (seeded part of the long proof)', () => {
  proveWindows(1500, 7)
})
