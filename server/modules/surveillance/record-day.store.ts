import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { countStandings } from './standing-counts.views.ts'

/** Stores the day's counts of flagged and suspended brokers; the last run of a day decides. */
export async function recordDay(ctx: Ctx): Promise<void> {
  const { isChecked: _, ...counts } = await countStandings(ctx)
  await ctx.db
    .insertInto('complianceDays')
    .values({ day: sydneyDate(ctx.now()), ...counts })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(counts))
    .execute()
}
