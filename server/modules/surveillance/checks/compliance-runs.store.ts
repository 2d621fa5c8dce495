import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

export interface RunRow {
  id: number
  reason: 'manual' | 'weekly' | 'snapshot'
  status: 'running' | 'finished' | 'failed'
  total: number
  done: number
  flagged: number
  startedAt: Date
  finishedAt: Date | null
  lastBrokerId: number
}

const columns = sql`id, reason, status, total, done, flagged, started_at, finished_at, last_broker_id`

/** Begins a run of all brokers; null: one is under way. */
export async function insertRun(
  tx: Ctx,
  reason: RunRow['reason'],
  firstIds: readonly number[] = [],
): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    insert into compliance_runs (reason, total, started_by, started_at, touched_at, first_ids, snapshot_id)
    select ${reason}, count(*), ${tx.actor.kind === 'staff' ? tx.actor.userId : null}::int, ${tx.now()}, clock_timestamp(),
      ${[...firstIds]}::int[], (select max(id) from register_snapshots)
    from brokers
    on conflict ((true)) where status = 'running' do nothing
    returning ${columns}`.execute(tx.db)
  return rows[0] ?? null
}

/** The next batch of the brokers that the run checks first. @returns their ids, none after the last batch */
export async function takeFirst(tx: Ctx, id: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    with before as (select first_ids, first_done from compliance_runs where id = ${id})
    update compliance_runs r set first_done = least(cardinality(r.first_ids), b.first_done + ${most}) from before b
    where r.id = ${id} and b.first_done < cardinality(b.first_ids)
    returning b.first_ids[b.first_done + 1 : b.first_done + ${most}] as ids`.execute(tx.db)
  return rows[0]?.ids ?? []
}

/** The newest snapshot that a run of all brokers has had from its beginning on. */
export async function newestRunSnapshot(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(snapshot_id), 0)::int as id from compliance_runs where status <> 'failed'`.execute(
    ctx.db,
  )
  return rows[0]?.id ?? 0
}

export async function findRunning(ctx: Ctx): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select ${columns} from compliance_runs where status = 'running'`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** @param reason null: whatever it was */
export async function newestRun(ctx: Ctx, reason: RunRow['reason'] | null = null): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select ${columns} from compliance_runs
    where ${reason}::text is null or reason = ${reason} order by id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** The run, while it is under way, for this transaction alone. */
export async function lockRun(tx: Ctx, id: number): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    select ${columns} from compliance_runs where id = ${id} and status = 'running' for update`.execute(tx.db)
  return rows[0] ?? null
}

export async function advanceRun(
  tx: Ctx,
  id: number,
  { done, flagged, lastBrokerId }: { done: number; flagged: number; lastBrokerId: number },
): Promise<void> {
  await sql`update compliance_runs set done = done + ${done}, flagged = flagged + ${flagged},
    last_broker_id = ${lastBrokerId}, total = greatest(total, done + ${done}), touched_at = clock_timestamp()
    where id = ${id}`.execute(tx.db)
}

export async function finishRun(tx: Ctx, id: number): Promise<void> {
  await sql`update compliance_runs set status = 'finished', finished_at = ${tx.now()}, total = done,
    touched_at = clock_timestamp() where id = ${id}`.execute(tx.db)
}

/** When the first run of all brokers began; null: there was none. */
export async function firstRunAt(ctx: Ctx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(started_at) as at from compliance_runs`.execute(
    ctx.db,
  )
  return rows[0]?.at ?? null
}
