import { sql } from 'kysely'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { creditScale } from '#contract/scoring/credit-scales.ts'
import {
  creditScoreProblem,
  type listScorecards,
  type previewDraft as previewEndpoint,
  type publishDraft as publishEndpoint,
  type ScorecardRules,
  type saveDraft as saveEndpoint,
  type Tier,
} from '#contract/scoring/scorecards.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { onScale } from './score/credit-scale.rules.ts'
import { loadFacts, usualOf } from './score/facts.store.ts'
import { oneDecimal, scoreOf } from './score/score.rules.ts'
import { SCORE_RUN } from './score/score-runs.store.ts'
import { newestMonth } from './score/scores.views.ts'
import { windowOf } from './score/window.rules.ts'
import {
  cardById,
  chosenCreditScale,
  deleteDraft,
  lockDraft,
  storeDraft,
  storePublication,
} from './scorecards.store.ts'

type View = ReturnsOf<typeof listScorecards>[number]

/** The draft first, then the published versions, the newest first; credit scores are on the scale chosen in Settings. */
export async function viewScorecards(ctx: Ctx): Promise<View[]> {
  const scale = await chosenCreditScale(ctx)
  const rows = await ctx.db
    .selectFrom('scorecards')
    .leftJoin('users', 'users.id', 'scorecards.publishedBy')
    .select([
      ...([
        'scorecards.id',
        'version',
        'rules',
        'creditScoreScale',
        'note',
        'publishedAt',
        'users.name as publishedBy',
      ] as const),
      sql<string | null>`(select min(r.key) from runs r
        where r.kind = ${SCORE_RUN} and (r.input ->> 'scorecardId')::int = scorecards.id)`.as('fromMonth'),
    ])
    .orderBy('version', (order) => order.desc().nullsFirst())
    .execute()
  return rows.map(({ publishedAt, rules, ...row }) => ({
    ...row,
    // checked before it was stored
    rules: onScale(rules as ScorecardRules, creditScale.parse(row.creditScoreScale), scale),
    creditScoreScale: scale,
    publishedAt: publishedAt?.toISOString() ?? null,
  }))
}

async function viewScorecard(ctx: Ctx, id: number): Promise<View> {
  const found = (await viewScorecards(ctx)).find((card) => card.id === id)
  if (!found) throw notFound('Scorecard')
  return found
}

/** @throws AppError forbidden, invalid */
export async function saveDraft(ctx: Ctx, { rules, note }: BodyOf<typeof saveEndpoint>): Promise<View> {
  authorise(ctx, 'scorecards.write')
  return ctx.tx(async (tx) => {
    const creditScoreScale = await chosenCreditScale(tx)
    const problem = creditScoreProblem(rules, creditScoreScale)
    if (problem) throw invalid({ 'rules.criteria.avgCreditScore.points': problem })
    const draft = await lockDraft(tx)
    const id = await storeDraft(tx, draft?.id ?? null, { rules, creditScoreScale, note })
    await audit(tx, {
      action: 'scorecard.drafted',
      subjectType: 'scorecard',
      subjectId: id,
      ...(draft && { before: { rules: draft.rules } }),
      after: { rules, note },
    })
    return viewScorecard(tx, id)
  })
}

/** @throws AppError forbidden, not_found */
export async function discardDraft(ctx: Ctx): Promise<void> {
  authorise(ctx, 'scorecards.write')
  await ctx.tx(async (tx) => {
    const draft = await lockDraft(tx)
    if (!draft) throw notFound('Draft')
    await deleteDraft(tx, draft.id)
    await audit(tx, { action: 'scorecard.discarded', subjectType: 'scorecard', subjectId: draft.id })
  })
}

/** Months that have scores keep the version that they were calculated with. @throws AppError forbidden, not_found */
export async function publishDraft(ctx: Ctx, { note }: BodyOf<typeof publishEndpoint>): Promise<View> {
  authorise(ctx, 'scorecards.write')
  return ctx.tx(async (tx) => {
    const draft = await lockDraft(tx)
    if (!draft) throw notFound('Draft')
    const version = await storePublication(tx, draft.id, note)
    await audit(tx, {
      action: 'scorecard.published',
      subjectType: 'scorecard',
      subjectId: draft.id,
      after: { version, rules: draft.rules, note },
    })
    return viewScorecard(tx, draft.id)
  })
}

const SHOWN = 100
const EVERYBODY = 2_147_483_647

/**
 * What the draft would make of the newest month with scores; nothing is stored.
 * @returns null without a draft; no month without scores
 */
export async function previewDraft(ctx: Ctx): Promise<ReturnsOf<typeof previewEndpoint>> {
  const draft = await ctx.db
    .selectFrom('scorecards')
    .select('id')
    .where('version', 'is', null)
    .executeTakeFirst()
  if (!draft) return null
  const month = await newestMonth(ctx)
  if (!month) return { month, brokers: 0, averageBefore: null, averageAfter: null, moves: [], changed: [] }
  const scale = await chosenCreditScale(ctx)
  const { rules } = await cardById(ctx, draft.id, scale)
  const window = windowOf(month, rules)
  const priors = await usualOf(ctx, window, scale)
  const brokers = await loadFacts(ctx, {
    ...{ month, window, scale, after: 0, limit: EVERYBODY },
    keptFrom: new Date(0),
  })
  const now = await ctx.db
    .selectFrom('brokerScores')
    .innerJoin('brokers', 'brokers.id', 'brokerScores.brokerId')
    .select(['brokerId', 'brokers.name', 'overall', 'calculatedTier'])
    .where('month', '=', month)
    .execute()
  const stored = new Map(now.map((row) => [row.brokerId, row]))
  const compared = brokers.flatMap(({ brokerId, facts }) => {
    const before = stored.get(brokerId)
    if (!before) return []
    const { overall, tier } = scoreOf(facts, rules, priors)
    return [
      {
        ...{ brokerId, name: before.name, before: Number(before.overall), after: overall },
        from: before.calculatedTier as Tier, // the table's check allows no other
        to: tier,
      },
    ]
  })
  const changed = compared.filter(({ from, to }) => from !== to)
  const moves = new Map<string, { from: Tier; to: Tier; brokers: number }>()
  for (const { from, to } of changed) {
    const move = moves.get(`${from} ${to}`) ?? { from, to, brokers: 0 }
    moves.set(`${from} ${to}`, { ...move, brokers: move.brokers + 1 })
  }
  const average = (part: 'before' | 'after') =>
    compared.length === 0
      ? null
      : oneDecimal(compared.reduce((sum, one) => sum + one[part], 0) / compared.length)
  return {
    month,
    brokers: compared.length,
    averageBefore: average('before'),
    averageAfter: average('after'),
    moves: [...moves.values()],
    changed: changed
      .toSorted((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before))
      .slice(0, SHOWN),
  }
}
