import { addMonths, firstDayOf } from '#contract/calendar.ts'
import { alwaysOffered } from '#contract/scoring/scoring-months.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { importSampleLoans } from '#server/modules/scoring/loans/load-sample-data.ts'
import { calculateNow } from '#server/modules/scoring/score/calculate.ts'
import { at } from './at.ts'

/** From the start of the next month: 6 am on its second day. */
const CALCULATED_AFTER_MS = 30 * 60 * 60_000

/** Three months of made-up loans, each with its scores, in order of time. */
export async function addScores(ctx: Ctx): Promise<void> {
  await ctx.tx(importSampleLoans)
  for (const month of alwaysOffered.toReversed()) {
    const nextMonth = sydneyMidnight(firstDayOf(addMonths(month, 1)))
    await calculateNow(at(ctx, new Date(nextMonth.getTime() + CALCULATED_AFTER_MS)), month)
  }
}
