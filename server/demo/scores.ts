import { alwaysOffered } from '#contract/scoring/scoring-months.ts'
import type { Ctx } from '#server/ctx.ts'
import { importSampleLoans } from '#server/modules/scoring/loans/load-sample-data.ts'
import { calculateNow } from '#server/modules/scoring/score/calculate.ts'

/** Three months of made-up loans, each with its scores, in order of time. */
export async function addScores(ctx: Ctx): Promise<void> {
  await ctx.tx(importSampleLoans)
  for (const month of alwaysOffered.toReversed()) await calculateNow(ctx, month)
}
