import type { VaultRun, VaultRunKind, VaultStatus } from '#contract/documents/vault.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf, formatChange, formatNumber } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

interface Said {
  tone: Tone
  label: string
}

export const runWords: Record<VaultRunKind, { noun: string; doing: string; failure: string }> = {
  rotation: {
    noun: 'Key rotation',
    doing: 'Encrypting files with the new key',
    failure: 'Failed to start the rotation',
  },
  integrity: {
    noun: 'Integrity check',
    doing: 'Checking every file',
    failure: 'Failed to start the check',
  },
  restore_test: {
    noun: 'Restore test',
    doing: 'Restoring files',
    failure: 'Failed to start the restore test',
  },
}

/** Anything below 100% is an alarm. */
export function encryptedLook({ encryptedPercent, files }: VaultStatus): Said {
  if (files === 0) return { tone: 'grey', label: 'No files yet' }
  if (encryptedPercent === null) return { tone: 'grey', label: 'Not checked yet' }
  const label = `${floored(encryptedPercent)} encrypted`
  return encryptedPercent < 100 ? { tone: 'red', label } : { tone: 'green', label }
}

export function faultLook({ faults, files, runs }: VaultStatus): Said {
  if (files === 0) return { tone: 'grey', label: 'No files yet' }
  // each file is read back when it is stored
  if (faults === 0 && runs.integrity === null)
    return { tone: 'grey', label: 'None when the files were stored, not checked since' }
  return faults === 0
    ? { tone: 'green', label: 'No faults' }
    : { tone: 'red', label: `${countOf(faults, 'file')} with faults` }
}

/** Result of the latest run of a kind. */
export function runLook(run: VaultRun | null): Said {
  if (run === null) return { tone: 'grey', label: 'Never' }
  const when = formatDateTime(run.finishedAt ?? run.startedAt)
  if (run.status === 'running') return { tone: 'blue', label: 'Running' }
  if (run.status === 'failed') return { tone: 'red', label: `Failed, ${when}` }
  if (run.faults > 0) return { tone: 'red', label: `${countOf(run.faults, 'fault')} found, ${when}` }
  return { tone: 'green', label: `Passed, ${when}` }
}

/** '12 of 40 files', with the faults found so far. */
export function progressText({ done, total, faults }: VaultRun): string {
  const text = `${formatNumber(done)} of ${countOf(total, 'file')}`
  return faults > 0 ? `${text}, ${countOf(faults, 'fault')}` : text
}

/** Why a run of this kind cannot start now; null when it can. */
export function startRefusal(status: VaultStatus, kind: VaultRunKind): string | null {
  if (kind === 'rotation' && status.rotationRefusal) return status.rotationRefusal
  const running = Object.values(status.runs).find((run) => run?.kind === kind && run.status === 'running')
  return running ? `${runWords[kind].noun} is running.` : null
}

/** Rounds down, so that 99.96 stays below 100. */
function floored(percent: number): string {
  return formatChange(Math.floor(percent * 10) / 10)
}
