import { expect, it } from 'vitest'
import { StartupError } from '#server/platform/startup-error.ts'
import { demoFileRefused } from './demo-file-refused.ts'

// Covers: console-toasts-21
it('names the scanner that does not answer and what to do, in one line', () => {
  const error = demoFileRefused('not_scanned')
  expect(error).toBeInstanceOf(StartupError)
  expect(error.message).toMatch(/CLAMAV_ADDRESS.*Start clamd, or unset CLAMAV_ADDRESS/)
  expect(error.message).not.toContain('\n')
  expect(demoFileRefused('damaged').message).toContain('damaged')
})
