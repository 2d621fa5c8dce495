import { type Selectable, sql } from 'kysely'
import type { VaultRunKind } from '#contract/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import type { VaultRuns } from '#server/schema.gen.ts'

export type VaultRunRow = Selectable<VaultRuns>

/** Adds a running run. @returns null if one of its kind is already running */
export async function insertRun(
  tx: Ctx,
  run: { kind: VaultRunKind; startedBy: number | null },
): Promise<VaultRunRow | null> {
  return (
    (await tx.db
      .insertInto('vaultRuns')
      .values({ ...run, status: 'running', startedAt: tx.now() })
      .onConflict((conflict) => conflict.column('kind').where('status', '=', 'running').doNothing())
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

export async function findRun(ctx: Ctx, id: number): Promise<VaultRunRow | undefined> {
  return ctx.db.selectFrom('vaultRuns').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function isRunning(ctx: Ctx, kind: VaultRunKind): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('vaultRuns')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds to a run's progress, which also shows that it is alive. @returns false if it is no longer running */
export async function recordProgress(
  tx: Ctx,
  id: number,
  { done, faults }: { done: number; faults: number },
): Promise<boolean> {
  const row = await tx.db
    .updateTable('vaultRuns')
    .set({
      done: sql<number>`least(done + ${done}, total)`,
      faults: sql<number>`faults + ${faults}`,
      touchedAt: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setTotal(tx: Ctx, id: number, total: number): Promise<void> {
  await tx.db.updateTable('vaultRuns').set({ total }).where('id', '=', id).execute()
}

/**
 * Ends a run, once. @param end why it failed, or the final number of faults, which replaces the running count because
 * two jobs may have counted the same files
 * @returns the ended row; undefined if it had already ended
 */
export async function endRun(
  tx: Ctx,
  id: number,
  end: { error: string } | { faults: number | null },
): Promise<VaultRunRow | undefined> {
  const values =
    'error' in end
      ? { status: 'failed', error: end.error }
      : { status: 'done', done: sql<number>`total`, ...(end.faults !== null && { faults: end.faults }) }
  return tx.db
    .updateTable('vaultRuns')
    .set({ ...values, finishedAt: tx.now(), touchedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/** Claims runs without recent progress; their faulty files are checked and counted again. @returns their ids */
export async function claimStalled(ctx: Ctx, silentSeconds: number): Promise<number[]> {
  const rows = await ctx.db
    .updateTable('vaultRuns')
    .set({
      touchedAt: sql<Date>`clock_timestamp()`,
      done: sql<number>`greatest(done - faults, 0)`,
      faults: 0,
    })
    .where('status', '=', 'running')
    .where('touchedAt', '<=', sql<Date>`statement_timestamp() - make_interval(secs => ${silentSeconds})`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
