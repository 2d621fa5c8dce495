import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Calls } from '#server/schema.gen.ts'
import {
  NEVER_DISPATCHED_MS,
  PRICE_AFTER_MINUTES,
  RECORDING_LATE_MS,
  SILENT_MS,
  UNNAMED_MS,
} from './reconcile.rules.ts'

const BATCH = 50
/** Smaller, as a day's prices must not delay open calls. */
const PRICE_BATCH = 10

const before = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() - ms)

/** Locks open calls that were never dispatched; needs `ctx.tx`. */
export async function lockNeverDispatched(
  ctx: Ctx,
): Promise<{ id: number; simulated: boolean; simulatedAt: Date | null }[]> {
  return ctx.db
    .selectFrom('calls')
    .select(['id', 'simulated', 'simulatedAt'])
    .where('finishedAt', 'is', null)
    .where('dispatchedAt', 'is', null)
    .where('createdAt', '<', before(ctx, NEVER_DISPATCHED_MS))
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
}

export type SilentCall = Pick<
  Selectable<Calls>,
  'id' | 'provider' | 'simulated' | 'providerCallId' | 'dispatchedAt' | 'simulatedAt' | 'finishedAt'
> & {
  /** The caller is being put through to a person, or was. */
  transferred: boolean
}

const columns = sql`id, provider, simulated, provider_call_id, dispatched_at, simulated_at, finished_at,
  exists (select from live_scripts s where s.call_id = calls.id and s.pending = 'operator') as transferred`

/** Leaves out the calls of resting providers. */
const notResting = (resting: readonly string[]) => sql`provider <> all(${[...resting]}::text[])`

/** Claims dispatched calls without recent reports: `looked_up_at` excludes other processes. */
export async function claimSilent(ctx: Ctx, resting: readonly string[]): Promise<SilentCall[]> {
  const since = before(ctx, SILENT_MS)
  const { rows } = await sql<SilentCall>`update calls set looked_up_at = ${ctx.now()} where id in (
      select id from calls where finished_at is null and ${notResting(resting)}
        and (dispatched_at < ${since} and updated_at < ${since} and (looked_up_at is null or looked_up_at < ${since})
          or dispatched_at < ${before(ctx, UNNAMED_MS)} and provider_call_id is null and status = 'initiated'
            and looked_up_at is null)
      order by dispatched_at limit ${BATCH} for update skip locked)
    returning ${columns}`.execute(ctx.db)
  return rows
}

/** Claims finished calls whose announced recording has not arrived. */
export async function claimLateRecordings(ctx: Ctx, resting: readonly string[]): Promise<SilentCall[]> {
  const since = before(ctx, RECORDING_LATE_MS)
  const { rows } = await sql<SilentCall>`update calls set looked_up_at = ${ctx.now()} where id in (
      select calls.id from awaited_recordings join calls on calls.id = call_id where finished_at < ${since}
        and (looked_up_at is null or looked_up_at < ${since}) and ${notResting(resting)}
      order by finished_at limit ${BATCH} for update of calls skip locked)
    returning ${columns}`.execute(ctx.db)
  return rows
}

/** Claims finished calls of live providers that have no price yet. */
export async function claimUnpriced(ctx: Ctx, resting: readonly string[]): Promise<SilentCall[]> {
  const { rows } = await sql<SilentCall>`update calls set price_lookups = price_lookups + 1 where id in (
      select id from calls where cost is null and not simulated and provider_call_id is not null
        and price_lookups < ${PRICE_AFTER_MINUTES.length} and ${notResting(resting)}
        and finished_at < ${ctx.now()}::timestamptz
          - make_interval(mins => (${[...PRICE_AFTER_MINUTES]}::int[])[price_lookups + 1])
      order by finished_at limit ${PRICE_BATCH} for update skip locked)
    returning ${columns}`.execute(ctx.db)
  return rows
}
