// Decides when a person should look at the backups: a missed one, one that failed, or a failed drill.

const HOUR_MS = 3_600_000
/** A day, and the time that an archive may take. */
export const MISSED_AFTER_MS = 27 * HOUR_MS
/** A drill begins soon after its archive. */
const UNDRILLED_AFTER_MS = 26 * HOUR_MS

export interface BackupFacts {
  startedAt: Date
  finishedAt: Date | null
  failure: string | null
  drillStartedAt: Date | null
  drilledAt: Date | null
  drillFailure: string | null
}

/**
 * @param rows newest first
 * @param facts.since when the installation was set up; null: there is no account
 */
export function concernOf(
  rows: readonly BackupFacts[],
  { enabled, since, now }: { enabled: boolean; since: Date | null; now: Date },
): string | null {
  const age = (at: Date): number => now.getTime() - at.getTime()
  const done = rows.filter(({ finishedAt, failure }) => finishedAt !== null && failure === null)
  const [newest] = done
  if (enabled && age(newest?.startedAt ?? since ?? now) > MISSED_AFTER_MS) {
    const [last] = rows
    return last?.failure ? `The last backup failed: ${last.failure}` : 'The daily backup was missed.'
  }
  const drilled = done.find(({ drilledAt }) => drilledAt !== null)
  if (drilled?.drillFailure) return `The restore drill failed: ${drilled.drillFailure}`
  if (
    enabled &&
    newest &&
    drilled !== newest &&
    age(drilled?.startedAt ?? newest.startedAt) > MISSED_AFTER_MS + UNDRILLED_AFTER_MS
  )
    return 'No restore drill has ended for two days.'
  return null
}
