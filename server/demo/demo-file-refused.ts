import type { FileFault } from '#server/pdf/file-refused.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** Why the demo world cannot be loaded, with what to do where a scanner is the reason. */
export function demoFileRefused(fault: FileFault): Error {
  if (fault === 'not_scanned') {
    return new StartupError(
      'The virus scanner (clamd) at CLAMAV_ADDRESS does not answer, so the files of the demo world cannot be stored. Start clamd, or unset CLAMAV_ADDRESS, and start again.',
    )
  }
  return new Error(`a file of the demo world is refused: ${fault}`)
}
