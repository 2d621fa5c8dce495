import type { RetentionPeriods, RetentionRun } from '#contract/system/retention.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'

const SHOWN_RUNS = 31

/** The period of each kind: the saved one, else the default. */
export async function savedPeriods(ctx: Ctx): Promise<RetentionPeriods> {
  const rows = await ctx.db.selectFrom('retentionPeriods').select(['kind', 'count', 'unit']).execute()
  const saved = new Map(rows.map(({ kind, count, unit }) => [kind, { count, unit }]))
  return Object.fromEntries(
    retentionKinds.map((kind) => [kind, saved.get(kind) ?? retentionTerms[kind].usual]),
    // one for each kind; the table's check allows no other unit
  ) as RetentionPeriods
}

/** The latest runs, newest first. */
export async function viewRuns(ctx: Ctx): Promise<RetentionRun[]> {
  const rows = await ctx.db
    .selectFrom('retentionRuns')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(SHOWN_RUNS)
    .execute()
  return rows.map(({ day, status, removed, failed, actor, startedAt, finishedAt }) => {
    const counts = removed as Partial<Record<RetentionKind, number>> // the run wrote it
    return {
      day,
      // the table's check allows no other
      status: status as RetentionRun['status'],
      removed: retentionKinds.flatMap((kind) => {
        const count = counts[kind] ?? 0
        return count > 0 ? [{ kind, count }] : []
      }),
      failed: failed as RetentionKind[], // the run wrote it
      actor,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    }
  })
}
