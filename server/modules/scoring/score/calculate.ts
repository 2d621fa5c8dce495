import { sql } from 'kysely'
import { addMonths, firstDayOf, monthOf } from '#contract/calendar.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { AppRun, Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import { runToEnd, startRun } from '#server/platform/runs/runs.ts'
import {
  basisOfMonth,
  cardById,
  chosenCreditScale,
  newestCard,
  type PublishedCard,
} from '../scorecards.store.ts'
import { auditTiers, findTiers } from './audit-tiers.ts'
import { type BrokerFacts, loadFacts, usualAmong, usualOf } from './facts.store.ts'
import { type Priors, scoreOf } from './score.rules.ts'
import {
  type Calculation,
  type CalculationRun,
  deleteOutdatedMonth,
  newestRunOf,
  outdatedMonths,
  SCORE_RUN,
} from './score-runs.store.ts'
import { storeScores } from './scores.store.ts'
import { windowOf } from './window.rules.ts'

/** Brokers per transaction. */
const BATCH = 20_000

/** Scores all brokers in a month; one run of a month at a time. */
export const calculationRun: AppRun<CalculationRun> = {
  kind: SCORE_RUN,
  topic: 'scoring',
  async batch(tx, { id, input, cursor }) {
    const card = await cardById(tx, input.scorecardId, input.creditScoreScale)
    const brokers = await loadNext(tx, input, { card, after: cursor.lastBrokerId })
    const last = brokers.at(-1)
    if (!last) return null
    const priors = cursor.priors ?? (await priorsFor(tx, input, card.rules, brokers))
    const scores = brokers.map((one) => ({ ...one, score: scoreOf(one.facts, card.rules, priors) }))
    const ids = scores.map(({ brokerId }) => brokerId)
    const before = await findTiers(tx, input.month, ids)
    await storeScores(tx, { id, ...input }, scores)
    await auditTiers(tx, { id, ...input }, { before, after: await findTiers(tx, input.month, ids) })
    await tx.emit('scores.published', { month: input.month, brokerIds: ids })
    return { done: brokers.length, cursor: { lastBrokerId: last.brokerId, priors } }
  },
}

/** Starts the calculation of a month, or answers with the one under way. @throws AppError forbidden, invalid for a month ahead */
export async function startCalculation(ctx: Ctx, month: string): Promise<CalculationRun> {
  authorise(ctx, 'scoring.calculate')
  if (month > monthOf(sydneyDate(ctx.now()))) throw invalid({ month: 'This month has not begun' })
  return ctx.tx(async (tx) => {
    const run = await startMonth(tx, month, 'manual')
    if (run) {
      await audit(tx, {
        action: 'scoring.calculation_started',
        subjectType: 'score_month',
        subjectId: month,
      })
      return run
    }
    const other = await newestRunOf(tx, month)
    if (!other) throw new Error('a calculation is neither under way nor was there any')
    return other
  })
}

/**
 * Starts a run. A month keeps the scorecard and the scale of credit scores that it was first calculated with.
 * @returns null if one of this month is under way
 */
export async function startMonth(
  tx: Ctx,
  month: string,
  reason: Calculation['reason'],
  { background = true } = {},
): Promise<CalculationRun | null> {
  const basis = (await basisOfMonth(tx, month)) ?? {
    scorecardId: (await newestCard(tx)).id,
    creditScoreScale: await chosenCreditScale(tx),
  }
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from brokers`.execute(tx.db)
  const run = await startRun(tx, calculationRun, {
    key: month,
    input: { month, reason, ...basis },
    cursor: { lastBrokerId: 0, priors: null },
    ...{ total: rows[0]?.total ?? 0, background },
  })
  // loans imported from now on make the month outdated again
  if (run) await deleteOutdatedMonth(tx, month)
  return run
}

/** The instant at which a month is over. */
const endOf = (month: string): Date => sydneyMidnight(firstDayOf(addMonths(month, 1)))

function loadNext(
  tx: Ctx,
  { month, creditScoreScale: scale }: Calculation,
  { card, after }: { card: PublishedCard; after: number },
): Promise<BrokerFacts[]> {
  return loadFacts(tx, {
    ...{ month, window: windowOf(month, card.rules), scale, after },
    limit: BATCH,
    // an unfinished month uses the present flags; the first calculation after its end keeps them
    keptFrom: endOf(month) <= tx.now() ? endOf(month) : null,
  })
}

/** Priors are calculated once in a run, from the first brokers' own sums where there are no others. */
async function priorsFor(
  tx: Ctx,
  { month, creditScoreScale }: Calculation,
  rules: PublishedCard['rules'],
  first: readonly BrokerFacts[],
): Promise<Priors> {
  return first.length < BATCH ? usualAmong(first) : usualOf(tx, windowOf(month, rules), creditScoreScale)
}

/** Calculates a month of a new demo world. */
export async function calculateNow(ctx: Ctx, month: string): Promise<void> {
  const run = await ctx.tx((tx) => startMonth(tx, month, 'manual', { background: false }))
  if (run) await runToEnd(ctx, calculationRun, run.id)
}

/** Starts the run of a month once it is over and has loans, and again after late loans. Safe to repeat. */
export async function startDueRuns(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    const over = addMonths(monthOf(sydneyDate(tx.now())), -1)
    for (const month of await outdatedMonths(tx)) await startMonth(tx, month, 'late_loans')
    const last = await newestRunOf(tx, over)
    // one from before its end knew neither its last loans nor who was flagged since
    if (last && last.startedAt >= endOf(over)) return
    const { rules } = await newestCard(tx)
    const { from, to } = windowOf(over, rules)
    const loans =
      await sql`select 1 from loans where lodged_on between ${from}::date and ${to}::date limit 1`.execute(
        tx.db,
      )
    if (loans.rows.length > 0) await startMonth(tx, over, 'monthly')
  })
}
