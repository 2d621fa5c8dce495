import type { RetentionPeriods } from '#contract/system/retention.ts'
import { type RetentionKind, retentionKinds } from '#contract/system/retention-terms.ts'
import { sydneyHour } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { keptKinds, periodStart, removeSome } from './kept-kinds.ts'
import { savedPeriods } from './periods.views.ts'
import { addRemoved, beginRun, endRun } from './runs.store.ts'

/** Rows in one transaction: locks are held for moments only. */
const BATCH = 500

interface Run {
  day: string
  periods: RetentionPeriods
  startedAt: Date
}

/**
 * Removes all data past its period, nightly, in small transactions. Safe to repeat: a finished day is skipped, and an
 * interrupted or failed run resumes with the periods that it began with. A kind that fails does not stop the others.
 * @throws Error if a kind could not be removed, so that the job is retried
 */
export async function removeExpired(ctx: Ctx, { batch = BATCH } = {}): Promise<void> {
  const { day } = sydneyHour(ctx.now())
  const run = await ctx.tx(async (tx) => beginRun(tx, { day, periods: await savedPeriods(tx) }))
  if (!run) return
  const failed: RetentionKind[] = []
  for (const kind of retentionKinds) {
    try {
      await removeKind(ctx, run, { kind, batch })
    } catch (error) {
      ctx.log.error({ err: error, kind }, 'data past its period not removed')
      failed.push(kind)
    }
  }
  await finish(ctx, day, failed)
  if (failed.length > 0) throw new Error(`data past its period not removed: ${failed.join(', ')}`)
}

async function removeKind(
  ctx: Ctx,
  { day, periods, startedAt }: Run,
  { kind, batch }: { kind: RetentionKind; batch: number },
): Promise<void> {
  const before = periodStart(periods[kind], startedAt)
  for (const rows of keptKinds[kind]) {
    let found: number
    do {
      found = await ctx.tx(async (tx) => {
        const some = await removeSome(tx, rows, { before, limit: batch })
        // in the same transaction: after a kill nothing is counted twice or not at all
        if (some.removed > 0) await addRemoved(tx, day, { kind, count: some.removed })
        return some.found
      })
    } while (found === batch)
  }
}

/** Writes the end of the run, and one row of the audit log if data was removed or a kind failed. */
async function finish(ctx: Ctx, day: string, failed: readonly RetentionKind[]): Promise<void> {
  await ctx.tx(async (tx) => {
    const removed = await endRun(tx, day, failed)
    // another process has ended it
    if (!removed) return
    if (Object.keys(removed).length > 0 || failed.length > 0) {
      await audit(tx, {
        action: 'retention.removed',
        subjectType: 'retention',
        subjectId: day,
        after: { ...removed, ...(failed.length > 0 && { failed }) },
      })
    }
  })
}
