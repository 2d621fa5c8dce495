// Decides how often the vault is looked after, and what is worth trying again by itself.
import type { VaultRunKind } from '#contract/vault.ts'

/** Files of one turn, which commit together and show as progress: what a kill may leave to be done again. */
export const FILES_A_TURN = 16
/** Files at a time: while one waits for the disk or the network another is worked on. */
export const FILES_AT_ONCE = 8
/** A job hands over to the next after this long, so that other jobs get their turn and a stop need not wait. */
export const SLICE_MS = 2_000
/** A store or database that does not answer is asked again after these; then the run is given up. */
export const RETRY_SECONDS: readonly number[] = [5, 15, 45]
/** Without a sign of life for this long, a run is taken up by another job. */
export const STALLED_SECONDS = 90
/** Identities whose keys are retired are kept this long, for whoever still has to read an older copy. */
export const KEEP_RETIRED_DAYS = 30
/** Files of a restore test. */
export const SAMPLE = 20

/** In sentences, e.g. 'A rotation is already running.' */
export const runNames: Record<VaultRunKind, string> = {
  rotation: 'A rotation',
  integrity: 'An integrity check',
  restore_test: 'A restore test',
}
