import type { RetentionPeriods, RetentionPreview } from '#contract/system/retention.ts'
import { dayCount, type Period, periodWords } from '#contract/system/retention-periods.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from '#contract/system/retention-terms.ts'
import { formatDate } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'

export interface PeriodChange {
  kind: RetentionKind
  before: Period
  after: Period
}

const isShorter = ({ before, after }: PeriodChange): boolean => dayCount(after) < dayCount(before)

/** Kinds whose period differs from the saved one. */
export function changesOf(saved: RetentionPeriods, typed: RetentionPeriods): PeriodChange[] {
  return retentionKinds
    .map((kind) => ({ kind, before: saved[kind], after: typed[kind] }))
    .filter(({ before, after }) => before.count !== after.count || before.unit !== after.unit)
}

/** Those that remove data sooner. */
export const shorterOf = (changes: readonly PeriodChange[]): PeriodChange[] => changes.filter(isShorter)

/** '3 recordings of Tue 4 Mar, Mon 9 Mar and Wed 1 Apr', '12 messages, the oldest of Mon 4 Mar 2019', 'nothing'. */
export function dueWords({ kind, count, oldest, examples }: RetentionPreview): string {
  if (count === 0) return 'nothing'
  const amount = countOf(count, retentionTerms[kind].noun)
  const dates = [...new Set(examples.map((at) => formatDate(at)))]
  if (dates.length === 0) return `${amount}, the oldest of ${formatDate(oldest)}`
  const last = dates.pop() ?? ''
  return `${amount} of ${dates.length > 0 ? `${dates.join(', ')} and ${last}` : last}`
}

/** 'Call recordings, 30 days instead of 12 months: 3 recordings of Wed 4 Mar' */
export function shorterWords({ kind, before, after }: PeriodChange, due: RetentionPreview): string {
  const { label } = retentionTerms[kind]
  return `${label}, ${periodWords(after)} instead of ${periodWords(before)}: ${dueWords(due)}`
}
