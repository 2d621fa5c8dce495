import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Calls } from '#server/schema.gen.ts'
import {
  NEVER_ASKED_MS,
  PRICE_AFTER_MINUTES,
  RECORDING_LATE_MS,
  SILENT_MS,
  UNNAMED_MS,
} from './reconcile.rules.ts'

const AT_ONCE = 50
/** Prices can wait: those of a whole day must not hold up the calls that are open. */
const PRICES_AT_ONCE = 10

const before = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() - ms)

/** Open calls whose provider was never asked, locked; only inside `ctx.tx`. */
export async function lockNeverDispatched(
  ctx: Ctx,
): Promise<{ id: number; simulated: boolean; simulatedAt: Date | null }[]> {
  return ctx.db
    .selectFrom('calls')
    .select(['id', 'simulated', 'simulatedAt'])
    .where('finishedAt', 'is', null)
    .where('dispatchedAt', 'is', null)
    .where('createdAt', '<', before(ctx, NEVER_ASKED_MS))
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
}

export type SilentCall = Pick<
  Selectable<Calls>,
  'id' | 'provider' | 'simulated' | 'providerCallId' | 'dispatchedAt' | 'simulatedAt' | 'finishedAt'
>

const columns = sql`id, provider, simulated, provider_call_id, dispatched_at, simulated_at, finished_at`

/** The calls of these providers are left for later. */
const exceptOf = (resting: readonly string[]) => sql`provider <> all(${[...resting]}::text[])`

/** Dispatched calls of which nothing was heard for a while; noted as asked about, so that others leave them. */
export async function claimSilent(ctx: Ctx, resting: readonly string[]): Promise<SilentCall[]> {
  const since = before(ctx, SILENT_MS)
  const { rows } = await sql<SilentCall>`update calls set looked_up_at = ${ctx.now()} where id in (
      select id from calls where finished_at is null and ${exceptOf(resting)}
        and (dispatched_at < ${since} and updated_at < ${since} and (looked_up_at is null or looked_up_at < ${since})
          or dispatched_at < ${before(ctx, UNNAMED_MS)} and provider_call_id is null and status = 'initiated'
            and looked_up_at is null)
      order by dispatched_at limit ${AT_ONCE} for update skip locked)
    returning ${columns}`.execute(ctx.db)
  return rows
}

/** Calls that ended while their recording was announced and has not come. */
export async function claimLateRecordings(ctx: Ctx, resting: readonly string[]): Promise<SilentCall[]> {
  const since = before(ctx, RECORDING_LATE_MS)
  const { rows } = await sql<SilentCall>`update calls set looked_up_at = ${ctx.now()} where id in (
      select id from calls where finished_at < ${since} and recording_status = 'recording'
        and (looked_up_at is null or looked_up_at < ${since}) and ${exceptOf(resting)}
      order by finished_at limit ${AT_ONCE} for update skip locked)
    returning ${columns}`.execute(ctx.db)
  return rows
}

/** Calls that the provider took, which ended, and which have no price yet. */
export async function claimUnpriced(ctx: Ctx, resting: readonly string[]): Promise<SilentCall[]> {
  const { rows } = await sql<SilentCall>`update calls set price_lookups = price_lookups + 1 where id in (
      select id from calls where cost is null and not simulated and provider_call_id is not null
        and price_lookups < ${PRICE_AFTER_MINUTES.length} and ${exceptOf(resting)}
        and finished_at < ${ctx.now()}::timestamptz
          - make_interval(mins => (${[...PRICE_AFTER_MINUTES]}::int[])[price_lookups + 1])
      order by finished_at limit ${PRICES_AT_ONCE} for update skip locked)
    returning ${columns}`.execute(ctx.db)
  return rows
}
