import { sql } from 'kysely'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import type { ScoreRun } from '#contract/scoring/scoring.ts'
import type { Ctx } from '#server/ctx.ts'
import { newestRun } from '#server/platform/runs/run.store.ts'
import type { Run } from '#server/platform/runs/run.ts'
import type { Priors } from './score.rules.ts'

/** Of the runs and of their job. */
export const SCORE_RUN = 'scoring.calculate'

export interface Calculation {
  month: string
  reason: ScoreRun['reason']
  scorecardId: number
  creditScoreScale: CreditScale
}

interface Reached {
  lastBrokerId: number
  /** null until the first brokers are scored. */
  priors: Priors | null
}

export type CalculationRun = Run<Calculation, Reached>

export async function newestRunOf(ctx: Ctx, month: string): Promise<CalculationRun | null> {
  return (await newestRun(ctx, SCORE_RUN, { month })) as CalculationRun | null // of this kind
}

/** Waits for the batches of calculations from this month on, and blocks the next ones until this transaction ends. */
export async function lockRunning(tx: Ctx, month: string): Promise<void> {
  await sql`select 1 from runs where kind = ${SCORE_RUN} and input ->> 'month' >= ${month} and state = 'running'
    order by id for update`.execute(tx.db)
}

/** Calculated months whose loans have changed since. */
export async function outdatedMonths(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`select month from outdated_months order by month`.execute(
    ctx.db,
  )
  return rows.map(({ month }) => month)
}

export async function deleteOutdatedMonth(tx: Ctx, month: string): Promise<void> {
  await sql`delete from outdated_months where month = ${month}`.execute(tx.db)
}
