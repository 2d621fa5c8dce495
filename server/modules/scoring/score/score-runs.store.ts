import { sql } from 'kysely'
import type { CreditScale } from '#contract/credit-scales.ts'
import type { ScoreRun } from '#contract/scoring.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Priors } from './score.rules.ts'

export interface RunRow extends Omit<ScoreRun, 'startedAt' | 'finishedAt'> {
  scorecardId: number
  creditScoreScale: CreditScale
  /** null until the first brokers are scored. */
  priors: Priors | null
  lastBrokerId: number
  startedAt: Date
  finishedAt: Date | null
}

const columns = sql`id, month, reason, status, total, done, scorecard_id, credit_score_scale, priors, last_broker_id, started_at, finished_at`

/** Begins the calculation of a month; null: one is under way. */
export async function insertRun(
  tx: Ctx,
  {
    month,
    reason,
    scorecardId,
    creditScoreScale,
  }: Pick<RunRow, 'month' | 'reason' | 'scorecardId' | 'creditScoreScale'>,
): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    insert into score_runs (month, scorecard_id, credit_score_scale, reason, total, started_by, started_at)
    select ${month}, ${scorecardId}, ${creditScoreScale}, ${reason}, count(*),
      ${tx.actor.kind === 'staff' ? tx.actor.userId : null}::int, ${tx.now()}
    from brokers on conflict (month) where status = 'running' do nothing returning ${columns}`.execute(tx.db)
  return rows[0] ?? null
}

export async function keepPriors(tx: Ctx, id: number, priors: Priors): Promise<void> {
  await sql`update score_runs set priors = ${JSON.stringify(priors)}::jsonb where id = ${id}`.execute(tx.db)
}

export async function runningOf(ctx: Ctx, month: string): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select ${columns} from score_runs
    where month = ${month} and status = 'running'`.execute(ctx.db)
  return rows[0] ?? null
}

export async function newestRunOf(ctx: Ctx, month: string): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select ${columns} from score_runs where month = ${month}
    order by id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** The run, while it is under way, for this transaction alone. */
export async function lockRun(tx: Ctx, id: number): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select ${columns} from score_runs where id = ${id} and status = 'running'
    for update`.execute(tx.db)
  return rows[0] ?? null
}

/** Waits for what calculations from this month on are at, and keeps the rest of them back until this transaction ends. */
export async function lockRunning(tx: Ctx, month: string): Promise<void> {
  await sql`select 1 from score_runs where month >= ${month} and status = 'running' order by id for update`.execute(
    tx.db,
  )
}

export async function advanceRun(tx: Ctx, id: number, done: number, lastBrokerId: number): Promise<void> {
  await sql`update score_runs set done = done + ${done}, last_broker_id = ${lastBrokerId},
    total = greatest(total, done + ${done}), touched_at = clock_timestamp() where id = ${id}`.execute(tx.db)
}

export async function finishRun(tx: Ctx, id: number): Promise<void> {
  await sql`update score_runs set status = 'finished', finished_at = ${tx.now()}, total = done,
    touched_at = clock_timestamp() where id = ${id}`.execute(tx.db)
}

/** Runs that nobody has touched for so long: whoever had them is gone. */
export async function stalledRuns(ctx: Ctx, silentSeconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from score_runs where status = 'running'
    and touched_at < statement_timestamp() - make_interval(secs => ${silentSeconds})`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
