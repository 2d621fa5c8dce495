import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Sign } from '#server/platform/loop.ts'

/** How long a killed process is missed; after that its signs are deleted. */
const KEPT_HOURS = 24

/** Notes when each worker of a process was last seen in order, by the database's clock. */
export async function writeSigns(ctx: Ctx, process: string, signs: readonly Sign[]): Promise<void> {
  await sql`
    insert into worker_signs (process, worker, at)
    select ${process}::uuid, name, clock_timestamp() - make_interval(secs => "silentMs" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(signs)}::jsonb) as sign (name text, "silentMs" double precision)
    on conflict (process, worker) do update set at = excluded.at`.execute(ctx.db)
  await sql`delete from worker_signs where at < statement_timestamp() - make_interval(hours => ${KEPT_HOURS})`.execute(
    ctx.db,
  )
}

export async function removeSigns(ctx: Ctx, process: string): Promise<void> {
  await ctx.db.deleteFrom('workerSigns').where('process', '=', process).execute()
}

/**
 * @returns the alert's time, for the one process that sends it; null: all of these queues have been reported since they
 * last progressed
 */
export async function claimAlert(ctx: Ctx, queues: readonly string[]): Promise<Date | null> {
  if (queues.length === 0) return null
  const [claimed] = await ctx.db
    .insertInto('standstillAlerts')
    .values(queues.map((queue) => ({ queue })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('alertedAt')
    .execute()
  return claimed?.alertedAt ?? null
}

/** Ends the alerts of queues that progress again, so that their next standstill is reported. */
export async function endAlerts(ctx: Ctx, standing: readonly string[]): Promise<void> {
  await ctx.db
    .deleteFrom('standstillAlerts')
    .where(sql<boolean>`queue <> all(${[...standing]}::text[])`)
    .execute()
}
