import { expect, test } from 'vitest'
import { screeningNoise } from './screening-noise.ts'

// Covers: surveillance-13
test('common names cause fewer than one false alert for two brokers (seeded part of the long proof)', () => {
  const { similar, alerts } = screeningNoise(200, 7200, 7)
  expect(alerts).toBeLessThan(0.5)
  // otherwise there would be nothing to distinguish
  expect(similar).toBeGreaterThan(1)
})
