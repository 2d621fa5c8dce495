import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { newestSnapshots } from '../registers/registers.views.ts'
import { checkRegisters } from './check-registers.ts'
import { factsDigest } from './checks.store.ts'
import { alertOf, brokersById, resumeRuns } from './run-checks.ts'

const AT_ONCE = 500

/**
 * Checks brokers who were added, or whose facts are others than those of their last check, and goes on with a run that was
 * interrupted. A run of all brokers reaches them by itself.
 */
export async function checkUnchecked(ctx: Ctx): Promise<void> {
  await resumeRuns(ctx)
  // nothing could be found
  if ((await newestSnapshots(ctx)).length === 0) return
  // until nobody is left: a whole file of brokers may have been imported
  let last: number | null = 0
  while (last !== null) last = await checkSome(ctx, last)
}

/**
 * Behind the last broker of those before: from the first one on, each time would go through all who have been checked.
 * @returns the last broker of these; null when nobody is left
 */
async function checkSome(ctx: Ctx, last: number): Promise<number | null> {
  return ctx.tx(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select b.id from brokers b left join broker_compliance c on c.broker_id = b.id
      where b.id > ${last} and c.checked_facts is distinct from ${factsDigest}
        and not exists (select from compliance_runs where status = 'running')
      order by b.id limit ${AT_ONCE}`.execute(tx.db)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return null
    await checkRegisters(tx, await brokersById(tx, ids), null)
    await alertOf(tx, ids)
    return ids.length === AT_ONCE ? (ids.at(-1) ?? null) : null
  })
}
