import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import { NEVER_DISPATCHED_MS } from '../reconciliation/reconcile.rules.ts'

/** The person may have opted out since the decision. A live provider ignores the simulator's suppressions. */
const suppressed = sql<boolean>`exists (select from suppressions s where s.phone = calls.to_number
  and s.ended_at is null and (calls.simulated or not s.simulated))`

/** Whether an open call must not be dialled because its number is suppressed. */
export async function isSuppressedCall(ctx: Ctx, callId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('id', '=', callId)
    .where('finishedAt', 'is', null)
    .where(suppressed)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the dispatch of a suppressed call, so that no process dials it. @returns whether this caller claimed it */
export async function claimSuppressed(ctx: Ctx, callId: number): Promise<boolean> {
  return setDispatched(ctx, callId, { ofSuppressed: true })
}

/**
 * Claims the dispatch of an open call: only one caller succeeds, and only it may contact the provider. Committed at
 * once, so that after a crash the row shows that the provider may have been contacted. Refused for a number that was
 * suppressed since the decision, and for a call that is old enough to be withdrawn.
 */
export async function claimDispatch(ctx: Ctx, callId: number): Promise<boolean> {
  return setDispatched(ctx, callId, { ofSuppressed: false })
}

async function setDispatched(
  ctx: Ctx,
  callId: number,
  { ofSuppressed }: { ofSuppressed: boolean },
): Promise<boolean> {
  // an object of their own for each who asks: only the first of them gets the call
  const claim = { callId, now: ctx.now }
  return (await (ofSuppressed ? suppressedClaims : claims)(ctx.db, claim)) ?? false
}

interface DispatchClaim {
  callId: number
  /** Asked when the statement is made: a process may sleep before. */
  now(): Date
}

const claimsWhere = (condition: (now: Date) => RawBuilder<boolean>) =>
  inBatches(async (db: Ctx['db'], asked: readonly DispatchClaim[]) => {
    const first = new Map(asked.map((claim) => [claim.callId, claim]))
    const ids = [...first.keys()]
    const now = asked[0]?.now() ?? new Date(0)
    const { rows } = await sql<{ id: number }>`
      with locked as materialized (
        -- in the order of everybody who locks calls
        select id from calls where id = any(${ids}::int[]) and dispatched_at is null
        order by campaign_id, id for no key update
      )
      update calls set dispatched_at = clock_timestamp(), updated_at = ${now}
      from locked
      where calls.id = any(${ids}::int[]) and calls.id = locked.id and calls.dispatched_at is null and calls.finished_at is null and ${condition(now)}
      returning calls.id`.execute(db)
    return new Map(
      rows.flatMap(({ id }) => {
        const claim = first.get(id)
        return claim ? [[claim, true] as const] : []
      }),
    )
  })

/** As long ago as that, a call is withdrawn: its decision is too old to be dialled by. */
const isTooOld = (now: Date) =>
  sql<boolean>`calls.created_at < ${new Date(now.getTime() - NEVER_DISPATCHED_MS)}`

const claims = claimsWhere((now) => sql<boolean>`not ${suppressed} and not ${isTooOld(now)}`)
const suppressedClaims = claimsWhere(() => suppressed)

/** One hand-over to the second vendor. */
export interface HandOver {
  from: string
  to: string
  /** One sentence for a person. */
  message: string
}

/**
 * Claims the dispatch of a refused call for another provider, in one statement: only while the call is open and no
 * event shows that the first provider accepted it after all.
 */
export async function claimHandOver(
  ctx: Ctx,
  callId: number,
  { from, to, message }: HandOver,
): Promise<boolean> {
  return ctx.tx(async (tx) => {
    // the lock waits for a running intake, so that its events are visible below
    await sql`select from calls where id = ${callId} for update`.execute(tx.db)
    const { rows } = await sql<{ id: number }>`
      with moved as (
        update calls set provider = ${to}, provider_call_id = null, from_number = null,
          dispatched_at = clock_timestamp(), looked_up_at = null, updated_at = ${tx.now()}
        where id = ${callId} and provider = ${from} and dispatched_at is not null and finished_at is null
          and provider_call_id is null and status = 'initiated' and end_asked_at is null
          and not exists (select from call_events where call_id = ${callId} and called_at = calls.created_at)
          and not ${suppressed}
        returning id, created_at)
      insert into call_events (call_id, called_at, key, kind, at, data)
      select id, created_at, 'own:handed-over', 'handed_over', ${tx.now()},
        jsonb_build_object('from', ${from}::text, 'to', ${to}::text, 'message', ${message}::text)
      from moved returning call_id as id`.execute(tx.db)
    if (rows.length > 0) tx.changed('calls')
    return rows.length > 0
  })
}
