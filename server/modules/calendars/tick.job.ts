import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { findDisconnecting } from './disconnections.store.ts'
import { enqueueReconcile } from './reconcile-calendar.ts'

/**
 * Reads calendars every minute, and those whose changes are announced every five minutes: an announcement may be lost. Runs
 * every minute, so a read that is nearly due is made now. A reconciliation that a process left unfinished when it died is
 * repeated with the next run, and so is the clearing of a disconnected calendar.
 */
export async function tick(ctx: Ctx): Promise<void> {
  const now = sql`${ctx.now()}::timestamptz`
  const rows = await ctx.db
    .selectFrom('bdmCalendars')
    .select('bdmId')
    .where('state', '<>', 'revoked')
    .where(sql<SqlBool>`coalesce(retry_after <= ${now}, true)`)
    .where(
      sql<SqlBool>`(unfinished or coalesce(read_at <= ${now} - case when watch_expires_at > ${now} and failing_since is null
        then interval '295 seconds' else interval '55 seconds' end, true))`,
    )
    .orderBy('bdmId')
    .execute()
  const bdmIds = new Set([...rows.map(({ bdmId }) => bdmId), ...(await findDisconnecting(ctx))])
  for (const bdmId of bdmIds) await enqueueReconcile(ctx, bdmId)
}
