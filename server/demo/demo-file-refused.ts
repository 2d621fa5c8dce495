import type { FileFault } from '#server/pdf/file-refused.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** The error of a refused demo file, with the next action where a scanner is the cause. */
export function demoFileRefused(fault: FileFault): Error {
  if (fault === 'not_scanned') {
    return new StartupError(
      'The virus scanner (clamd) at CLAMAV_ADDRESS does not answer, so the files of the demo world cannot be stored. Start clamd, or unset CLAMAV_ADDRESS, and start again.',
    )
  }
  return new Error(`a file of the demo world is refused: ${fault}`)
}
