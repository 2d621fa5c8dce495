import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { newestSnapshots } from '../registers/registers.views.ts'
import { storeChecks } from './checks.store.ts'
import { alertOf, brokersById, resumeRuns } from './run-checks.ts'
import { screenBrokers } from './screen-brokers.ts'

const AT_ONCE = 500

/**
 * Checks brokers who were added or changed since their last check, and goes on with a run that was interrupted. A run of
 * all brokers reaches them by itself.
 */
export async function checkUnchecked(ctx: Ctx): Promise<void> {
  await resumeRuns(ctx)
  // nothing could be found
  if ((await newestSnapshots(ctx)).length === 0) return
  await ctx.tx(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select b.id from brokers b left join broker_compliance c on c.broker_id = b.id
      where (c.checked_at is null or b.updated_at > c.checked_at + interval '1 second')
        and not exists (select from compliance_runs where status = 'running')
      order by b.id limit ${AT_ONCE}`.execute(tx.db)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const brokers = await brokersById(tx, ids)
    const { results, snapshots } = await screenBrokers(tx, brokers)
    await storeChecks(tx, { checkType: 'asic_banned', runId: null, snapshots, brokers: results })
    await alertOf(tx, ids)
  })
}
