import { sql } from 'kysely'
import { addMonths, firstDayOf, monthOf } from '#contract/calendar.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import {
  basisOfMonth,
  cardById,
  chosenCreditScale,
  newestCard,
  type PublishedCard,
} from '../scorecards.store.ts'
import { auditTiers, findTiers } from './audit-tiers.ts'
import { calculateJob } from './calculate.job.ts'
import { type BrokerFacts, loadFacts, usualAmong, usualOf } from './facts.store.ts'
import { type Priors, scoreOf } from './score.rules.ts'
import {
  advanceRun,
  finishRun,
  insertRun,
  keepPriors,
  lockRun,
  newestRunOf,
  type RunRow,
  runningOf,
  stalledRuns,
} from './score-runs.store.ts'
import { storeScores } from './scores.store.ts'
import { windowOf } from './window.rules.ts'

/** Brokers per transaction. */
const BATCH = 20_000
const STALLED_SECONDS = 60

/** Starts the calculation of a month, or answers with the one under way. @throws AppError forbidden, invalid for a month ahead */
export async function startCalculation(ctx: Ctx, month: string): Promise<RunRow> {
  authorise(ctx, 'scoring.calculate')
  if (month > monthOf(sydneyDate(ctx.now()))) throw invalid({ month: 'This month has not begun' })
  return ctx.tx(async (tx) => {
    const run = await startRun(tx, month, 'manual')
    if (run) {
      await audit(tx, {
        action: 'scoring.calculation_started',
        subjectType: 'score_month',
        subjectId: month,
      })
      return run
    }
    const other = (await runningOf(tx, month)) ?? (await newestRunOf(tx, month))
    if (!other) throw new Error('a calculation is neither under way nor was there any')
    return other
  })
}

/** null: one is under way for this month. A month keeps the scorecard and the scale of credit scores that it was first calculated with. */
export async function startRun(tx: Ctx, month: string, reason: RunRow['reason']): Promise<RunRow | null> {
  const run = await insertOf(tx, month, reason)
  if (!run) return null
  await tx.enqueue(calculateJob, { runId: run.id }, { key: `scoring.calculate:${run.id}` })
  tx.changed('scoring')
  return run
}

async function insertOf(tx: Ctx, month: string, reason: RunRow['reason']): Promise<RunRow | null> {
  const basis = (await basisOfMonth(tx, month)) ?? {
    scorecardId: (await newestCard(tx)).id,
    creditScoreScale: await chosenCreditScale(tx),
  }
  const run = await insertRun(tx, { month, reason, ...basis })
  // loans that come from here on make it outdated again
  if (run) await sql`delete from outdated_months where month = ${month}`.execute(tx.db)
  return run
}

/** Each batch commits with its progress: after a crash it goes on where the last batch ended. */
export async function calculate(ctx: Ctx, runId: number): Promise<void> {
  while (await calculateBatch(ctx, runId)) {
    // until nobody is left
  }
}

/** @returns false when nothing is left to do */
async function calculateBatch(ctx: Ctx, runId: number): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const run = await lockRun(tx, runId)
    if (!run) return false
    const card = await cardById(tx, run.scorecardId, run.creditScoreScale)
    const brokers = await loadNext(tx, run, card)
    const last = brokers.at(-1)?.brokerId
    if (last !== undefined) await scoreThese(tx, run, card, brokers)
    if (last === undefined) await finishRun(tx, runId)
    else await advanceRun(tx, runId, brokers.length, last)
    tx.changed('scoring')
    return last !== undefined
  })
}

/** The instant at which a month is over. */
const endOf = (month: string): Date => sydneyMidnight(firstDayOf(addMonths(month, 1)))

function loadNext(tx: Ctx, run: RunRow, { rules }: PublishedCard): Promise<BrokerFacts[]> {
  return loadFacts(tx, {
    month: run.month,
    window: windowOf(run.month, rules),
    scale: run.creditScoreScale,
    after: run.lastBrokerId,
    limit: BATCH,
    // a month that goes on follows the flags of the day; the first calculation after it keeps them
    keptFrom: endOf(run.month) <= tx.now() ? endOf(run.month) : null,
  })
}

async function scoreThese(
  tx: Ctx,
  run: RunRow,
  { rules }: PublishedCard,
  brokers: readonly BrokerFacts[],
): Promise<void> {
  const priors = run.priors ?? (await usualFor(tx, run, rules, brokers))
  const scores = brokers.map((one) => ({ ...one, score: scoreOf(one.facts, rules, priors) }))
  const ids = scores.map(({ brokerId }) => brokerId)
  const before = await findTiers(tx, run, ids)
  await storeScores(tx, run, scores)
  await auditTiers(tx, run, { before, after: await findTiers(tx, run, ids) })
}

/** What is usual is found once in a run, from the first brokers' own sums where there are no others. */
async function usualFor(
  tx: Ctx,
  run: RunRow,
  rules: PublishedCard['rules'],
  first: readonly BrokerFacts[],
): Promise<Priors> {
  const priors =
    first.length < BATCH
      ? usualAmong(first)
      : await usualOf(tx, windowOf(run.month, rules), run.creditScoreScale)
  await keepPriors(tx, run.id, priors)
  return priors
}

/** Calculates a month here and now, for a world that is being made. */
export async function calculateNow(ctx: Ctx, month: string): Promise<void> {
  const run = await insertOf(ctx, month, 'manual')
  if (run) await calculate(ctx, run.id)
}

/** Once a month is over and has loans, and again where loans came late; safe to ask at any time. */
export async function startDueRuns(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    const over = addMonths(monthOf(sydneyDate(tx.now())), -1)
    const { rows } = await sql<{ month: string }>`select month from outdated_months order by month`.execute(
      tx.db,
    )
    for (const { month } of rows) await startRun(tx, month, 'late_loans')
    const last = await newestRunOf(tx, over)
    // one from before its end knew neither its last loans nor who was flagged since
    if (last && last.startedAt >= endOf(over)) return
    const { rules } = await newestCard(tx)
    const { from, to } = windowOf(over, rules)
    const loans =
      await sql`select 1 from loans where lodged_on between ${from}::date and ${to}::date limit 1`.execute(
        tx.db,
      )
    if (loans.rows.length > 0) await startRun(tx, over, 'monthly')
  })
}

/** Goes on with a run that a crash interrupted. @param silentSeconds 0 at the start of a process */
export async function resumeCalculations(ctx: Ctx, silentSeconds = STALLED_SECONDS): Promise<void> {
  for (const id of await stalledRuns(ctx, silentSeconds))
    await ctx.enqueue(calculateJob, { runId: id }, { key: `scoring.calculate:${id}` })
}
