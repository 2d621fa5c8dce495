import { addDays } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import { countFigures } from './count-figures.ts'
import { findDifferingDays, findStoredDays } from './differing-days.views.ts'
import { markDay } from './figures.store.ts'

/** Days that one statement compares. */
const BATCH_DAYS = 7

/** Compares every stored day with a recount and counts those that differ again. @returns how many days differed */
export async function checkFigures(ctx: Ctx): Promise<number> {
  await countFigures(ctx)
  const stored = await findStoredDays(ctx)
  if (!stored) return 0
  let count = 0
  for (let from = stored.from; from < stored.to; from = addDays(from, BATCH_DAYS)) {
    const days = await findDifferingDays(ctx, { from, to: addDays(from, BATCH_DAYS) })
    for (const day of days) {
      ctx.log.error({ day }, 'stored figures differ from a recount; the day is counted again')
      await markDay(ctx, day)
    }
    count += days.length
  }
  if (count > 0) {
    await countFigures(ctx)
    await ctx.tx(async (tx) => tx.changed('calls'))
  }
  return count
}
