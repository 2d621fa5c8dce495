import type { ScorecardRules } from '#contract/scorecards.ts'
import type { Ctx } from '#server/ctx.ts'

export interface PublishedCard {
  id: number
  version: number
  rules: ScorecardRules
}

/** The newest published one: for months that are calculated for the first time. */
export async function newestCard(ctx: Ctx): Promise<PublishedCard> {
  const row = await ctx.db
    .selectFrom('scorecards')
    .select(['id', 'version', 'rules'])
    .where('version', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return toCard(row)
}

/** The one that a month was first calculated with. */
export async function cardOfMonth(ctx: Ctx, month: string): Promise<PublishedCard | null> {
  const row = await ctx.db
    .selectFrom('scoreRuns')
    .innerJoin('scorecards', 'scorecards.id', 'scoreRuns.scorecardId')
    .select(['scorecards.id', 'scorecards.version', 'scorecards.rules'])
    .where('scoreRuns.month', '=', month)
    .where('scorecards.version', 'is not', null)
    .orderBy('scoreRuns.id')
    .limit(1)
    .executeTakeFirst()
  return row ? toCard(row) : null
}

export async function cardById(ctx: Ctx, id: number): Promise<PublishedCard> {
  const row = await ctx.db
    .selectFrom('scorecards')
    .select(['id', 'version', 'rules'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toCard(row)
}

/** Rules are checked before they are stored. */
const toCard = (row: { id: number; version: number | null; rules: unknown }): PublishedCard => ({
  id: row.id,
  version: row.version ?? 0,
  rules: row.rules as ScorecardRules,
})
