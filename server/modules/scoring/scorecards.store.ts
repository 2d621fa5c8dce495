import { sql } from 'kysely'
import { type CreditScale, creditScale } from '#contract/scoring/credit-scales.ts'
import type { ScorecardRules } from '#contract/scoring/scorecards.ts'
import type { Ctx } from '#server/ctx.ts'
import { onScale } from './score/credit-scale.rules.ts'
import { SCORE_RUN } from './score/score-runs.store.ts'

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
  const { rows } = await sql<{ scorecardId: number; creditScoreScale: CreditScale }>`
    select s.id as scorecard_id, r.input ->> 'creditScoreScale' as credit_score_scale
    from runs r join scorecards s on s.id = (r.input ->> 'scorecardId')::int
    where r.kind = ${SCORE_RUN} and r.key = ${month} and s.version is not null order by r.id limit 1`.execute(
    ctx.db,
  )
  return rows[0] ?? null
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

/** Locks the draft until the transaction ends. */
export async function lockDraft(tx: Ctx): Promise<{ id: number; rules: unknown } | undefined> {
  return tx.db
    .selectFrom('scorecards')
    .select(['id', 'rules'])
    .where('version', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export interface DraftValues {
  rules: ScorecardRules
  creditScoreScale: CreditScale
  note: string
}

/** Adds the draft, or changes the one with this id. @returns its id */
export async function storeDraft(tx: Ctx, id: number | null, draft: DraftValues): Promise<number> {
  const values = { ...draft, rules: JSON.stringify(draft.rules), updatedAt: tx.now() }
  const stored =
    id === null
      ? await tx.db.insertInto('scorecards').values(values).returning('id').executeTakeFirstOrThrow()
      : await tx.db
          .updateTable('scorecards')
          .set(values)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow()
  return stored.id
}

export async function deleteDraft(tx: Ctx, id: number): Promise<void> {
  await tx.db.deleteFrom('scorecards').where('id', '=', id).execute()
}

/** Publishes a draft as the next version. @returns the version */
export async function storePublication(tx: Ctx, id: number, note: string): Promise<number> {
  const newest = await tx.db
    .selectFrom('scorecards')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  const version = (newest.version ?? 0) + 1
  await tx.db
    .updateTable('scorecards')
    .set({
      version,
      note,
      publishedAt: tx.now(),
      publishedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .where('id', '=', id)
    .execute()
  return version
}
