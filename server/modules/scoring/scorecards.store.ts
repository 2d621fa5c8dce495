import { type CreditScale, creditScale } from '#contract/credit-scales.ts'
import type { ScorecardRules } from '#contract/scorecards.ts'
import type { Ctx } from '#server/ctx.ts'
import { onScale } from './score/credit-scale.rules.ts'

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

/** What a month was first calculated with, and keeps. */
export async function basisOfMonth(
  ctx: Ctx,
  month: string,
): Promise<{ scorecardId: number; creditScoreScale: CreditScale } | null> {
  const row = await ctx.db
    .selectFrom('scoreRuns')
    .innerJoin('scorecards', 'scorecards.id', 'scoreRuns.scorecardId')
    .select(['scoreRuns.scorecardId', 'scoreRuns.creditScoreScale'])
    .where('scoreRuns.month', '=', month)
    .where('scorecards.version', 'is not', null)
    .orderBy('scoreRuns.id')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, creditScoreScale: creditScale.parse(row.creditScoreScale) } : null
}

/** A scorecard with its credit scores on the given scale. */
export async function cardById(ctx: Ctx, id: number, scale: CreditScale): Promise<PublishedCard> {
  const row = await ctx.db
    .selectFrom('scorecards')
    .select(['id', 'version', 'rules', 'creditScoreScale'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const card = toCard(row)
  return { ...card, rules: onScale(card.rules, creditScale.parse(row.creditScoreScale), scale) }
}

/** The scale chosen in Settings. */
export async function chosenCreditScale(ctx: Ctx): Promise<CreditScale> {
  const row = await ctx.db.selectFrom('organisation').select('creditScoreScale').executeTakeFirstOrThrow()
  return creditScale.parse(row.creditScoreScale)
}

/** Rules are checked before they are stored. */
const toCard = (row: { id: number; version: number | null; rules: unknown }): PublishedCard => ({
  id: row.id,
  version: row.version ?? 0,
  rules: row.rules as ScorecardRules,
})
