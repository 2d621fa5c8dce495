import { sql } from 'kysely'
import { FLAG_AT } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { screenOutdated } from '../applications/screen-applications.ts'
import { gatherMany } from '../many/gather-many.ts'
import { checkRegisters, registersAreLoaded } from './check-registers.ts'
import { factsDigest } from './checks.store.ts'
import { CHECK_RUN } from './compliance-runs.store.ts'
import { alertOf, brokersById } from './run-checks.ts'

const AT_ONCE = 500
const isRunning = sql`exists (select from runs where kind = ${CHECK_RUN} and state = 'running')`

/**
 * Checks brokers who were added, or whose facts are others than those of their last check. A run of all
 * brokers reaches them anyway.
 */
export async function checkUnchecked(ctx: Ctx): Promise<void> {
  await screenOutdated(ctx)
  // nothing could be found
  if (!(await registersAreLoaded(ctx))) return
  const ids = await unchecked(ctx)
  for (let from = 0; from < ids.length; from += AT_ONCE) await checkSome(ctx, ids.slice(from, from + AT_ONCE))
  await settle(ctx)
}

async function checkSome(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.tx(async (tx) => {
    const left = await unchecked(tx, ids)
    if (left.length === 0) return
    await checkRegisters(tx, await brokersById(tx, left), null, true)
  })
}

/** Decides about findings that are pending, also those of a process that ended, unless a run will. */
async function settle(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    const { rows } = await sql<{ isDue: boolean }>`
      select not ${isRunning} and (
        exists (select from compliance_findings where pending)
        or exists (select from compliance_findings where alerted_at is null and many_id is null and risk >= ${FLAG_AT}
          and cleared_fingerprint is distinct from fingerprint)
        or exists (select from findings_of_many where state in ('open', 'flagged'))) as is_due`.execute(tx.db)
    if (!rows[0]?.isDue) return
    await gatherMany(tx)
    await alertOf(tx, null)
  })
}

/** In one query, because it scans all brokers. @param among only of these @returns none during a run */
async function unchecked(ctx: Ctx, among?: readonly number[]): Promise<number[]> {
  const these = among ? sql`b.id = ${anyOf(among)}` : sql`true`
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(b.id order by b.id), '{}') as ids
    from brokers b left join broker_compliance c on c.broker_id = b.id
    where ${these} and c.checked_facts is distinct from ${factsDigest}
      and not ${isRunning}`.execute(ctx.db)
  return rows[0]?.ids ?? []
}
