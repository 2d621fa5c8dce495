// Decides the batches, retries and timeouts of vault runs.
import type { VaultRunKind } from '#contract/vault.ts'

/** Files that commit together and show as progress; a killed process repeats at most these. */
export const BATCH_FILES = 16
/** Files processed concurrently: while one waits for the disk or the network, others proceed. */
export const PARALLEL_FILES = 8
/** A job hands over to the next one after this time, so that other jobs can run and a shutdown need not wait. */
export const SLICE_MS = 2_000
/** Pauses before the retries when the store or database does not respond; then the run fails. */
export const RETRY_SECONDS: readonly number[] = [5, 15, 45]
/** A run without progress for this long is claimed by another job. */
export const STALLED_SECONDS = 90
/** Identities of retired keys are kept this long, so that older backups can still be read. */
export const KEEP_RETIRED_DAYS = 30
/** Files in a restore test. */
export const SAMPLE = 20

/** For messages, e.g. 'A rotation is already running.' */
export const runNames: Record<VaultRunKind, string> = {
  rotation: 'A rotation',
  integrity: 'An integrity check',
  restore_test: 'A restore test',
}
