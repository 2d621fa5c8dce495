import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { newestRun } from '#server/platform/runs/run.store.ts'
import type { Run } from '#server/platform/runs/run.ts'

/** Of the checks of all brokers and of their job. */
export const CHECK_RUN = 'surveillance.run-checks'

export interface CheckInput {
  reason: 'manual' | 'weekly' | 'snapshot'
  /** Brokers that are checked before all others. */
  firstIds: readonly number[]
  /** The newest snapshot of any register at the start. */
  snapshotId: number | null
  /** Sends no alerts: the caller takes them. */
  quiet?: boolean
}

export type CheckRun = Run<CheckInput, { firstDone: number; lastBrokerId: number }, { flagged: number }>

/** @param reason left out: of any @returns the newest run */
export async function newestCheck(ctx: Ctx, reason?: CheckInput['reason']): Promise<CheckRun | null> {
  return (await newestRun(ctx, CHECK_RUN, reason && { reason })) as CheckRun | null // of this kind
}

/** The newest snapshot that a check of all brokers has had since its start. */
export async function newestRunSnapshot(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max((input ->> 'snapshotId')::int), 0) as id from runs
    where kind = ${CHECK_RUN} and state <> 'failed'`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

/** Start of the first check of all brokers; null: there was none. */
export async function firstRunAt(ctx: Ctx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_at) as at from runs where kind = ${CHECK_RUN}`.execute(ctx.db)
  return rows[0]?.at ?? null
}
