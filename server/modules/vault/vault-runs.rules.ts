// Decides the batches, retries and timeouts of vault runs.
import type { VaultRunKind } from '#contract/documents/vault.ts'

/** Of the runs and of their job. */
export const VAULT_RUN = 'documents.vault-run'
/** Files that commit together and show as progress; a killed process repeats at most these. */
export const BATCH_FILES = 16
/** Files processed concurrently: while one waits for the disk or the network, others proceed. */
export const PARALLEL_FILES = 8
/** Pauses before the retries when the store or database does not respond; then the run fails. */
export const RETRY_SECONDS: readonly number[] = [5, 15, 45]
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
