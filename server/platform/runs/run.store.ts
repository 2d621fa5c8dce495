import { type QueryExecutorProvider, sql } from 'kysely'
import { type End, type Run, type RunState, runTransitions, type Step } from './run.ts'

interface Db {
  db: QueryExecutorProvider
}

const columns = sql`id, kind, state, input, cursor, counters, done, total, error, failures, started_by, started_at, finished_at`
const underWay = sql`state in ('running', 'undoing')`

export interface NewRun<R extends Run> {
  /** One run with the same kind and key is running at a time; null: no limit. */
  key: string | null
  input: R['input']
  cursor?: R['cursor']
  counters?: R['counters']
  total: number
}

/** @returns null if one of its kind and key is running */
export async function insertRun(
  tx: Db,
  kind: string,
  run: NewRun<Run> & { startedBy: number | null; startedAt: Date },
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    insert into runs (kind, key, input, cursor, counters, total, started_by, started_at)
    values (${kind}, ${run.key}, ${JSON.stringify(run.input)}::jsonb, ${JSON.stringify(run.cursor ?? null)}::jsonb,
      ${JSON.stringify(run.counters ?? {})}::jsonb, ${run.total}, ${run.startedBy}, ${run.startedAt})
    on conflict (kind, key) where state = 'running' do nothing returning ${columns}`.execute(tx.db)
  return rows[0] ?? null
}

export async function findRun(ctx: Db, kind: string, id: number): Promise<Run | null> {
  const { rows } = await sql<Run>`select ${columns} from runs where id = ${id} and kind = ${kind}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** The run, if it is still in this state; other processes wait until this transaction ends. */
export async function lockRun(tx: Db, id: number, state: RunState): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns} from runs where id = ${id} and state = ${state} for update`.execute(tx.db)
  return rows[0] ?? null
}

/** The newest run of a kind whose input contains these values. */
export async function newestRun(
  ctx: Db,
  kind: string,
  input: object = {},
  state: RunState | null = null,
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns} from runs where kind = ${kind} and input @> ${JSON.stringify(input)}::jsonb
      and (${state}::text is null or state = ${state}) order by id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Stores the progress of a batch, which also shows that the run is alive. */
export async function advanceRun(
  tx: Db,
  run: Run,
  { done, total, cursor = run.cursor, counters = run.counters }: Step<unknown, unknown>,
): Promise<void> {
  await sql`
    update runs set done = done + ${done}, total = greatest(coalesce(${total ?? null}::int, total), done + ${done}), failures = 0,
      cursor = ${JSON.stringify(cursor)}::jsonb, counters = ${JSON.stringify(counters)}::jsonb,
      touched_at = clock_timestamp()
    where id = ${run.id}`.execute(tx.db)
}

interface Move extends End<unknown> {
  error?: string | null
  finishedAt?: Date
}

/** Changes the state if the transition is allowed; one of two concurrent changes wins. @returns false if not allowed */
export async function moveRun(
  tx: Db,
  id: number,
  to: RunState,
  { error = null, finishedAt, done, total, counters }: Move = {},
): Promise<boolean> {
  const from = Object.entries(runTransitions).flatMap(([state, next]) => (next.includes(to) ? [state] : []))
  const { rows } = await sql`
    update runs set state = ${to}, error = ${error}, failures = 0, finished_at = coalesce(${finishedAt ?? null}, finished_at),
      done = coalesce(${done ?? null}, done), total = coalesce(${total ?? null}, total),
      counters = coalesce(${counters === undefined ? null : JSON.stringify(counters)}::jsonb, counters),
      touched_at = clock_timestamp()
    where id = ${id} and state = any(${from}) returning id`.execute(tx.db)
  return rows.length > 0
}

/** Counts a failure. @returns false if the run has ended meanwhile */
export async function recordFailure(tx: Db, id: number): Promise<boolean> {
  const { rows } = await sql`update runs set failures = failures + 1, touched_at = clock_timestamp()
    where id = ${id} and ${underWay} returning id`.execute(tx.db)
  return rows.length > 0
}

/** Runs without progress for so many seconds: their processes were killed. */
export async function stalledRuns(ctx: Db, silentSeconds: number): Promise<Pick<Run, 'id' | 'kind'>[]> {
  const { rows } = await sql<Pick<Run, 'id' | 'kind'>>`select id, kind from runs where ${underWay}
    and touched_at <= statement_timestamp() - make_interval(secs => ${silentSeconds}) order by id`.execute(
    ctx.db,
  )
  return rows
}
