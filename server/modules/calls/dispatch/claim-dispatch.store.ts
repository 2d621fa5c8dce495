import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import { activeTrace } from '#server/platform/traces/spans.ts'
import { NEVER_DISPATCHED_MS } from '../reconciliation/reconcile.rules.ts'
import { heldAfterRestore } from '../recovery/dialling-hold.views.ts'

/**
 * Changes since the decision that bar a dial. `suppressed` ends the call; after the others the broker is decided on
 * again: the campaign is no longer active, or the broker has another number or none, was suspended, is held for a
 * compliance review or was deleted. Test calls depend on the number alone.
 */
export type Bar = 'suppressed' | 'campaign' | 'broker'

/** A locked call with the reason why it must end, if there is one. */
export interface LockedCall {
  reason: Bar | 'endedByStaff' | null
}

/** A live provider ignores the simulator's suppressions. */
const bar = sql<Bar | null>`case
  when exists (select from suppressions s where s.phone = calls.to_number
    and s.ended_at is null and (calls.simulated or not s.simulated)) then 'suppressed'
  when calls.test then null
  when not exists (select from campaigns c where c.id = calls.campaign_id
    and (c.status = 'active' or (calls.requested and c.status = 'completed'))) then 'campaign'
  when not exists (select from brokers b where b.id = calls.broker_id and b.phone = calls.to_number
    and b.suspended_at is null) then 'broker'
  when exists (select from broker_compliance h where h.broker_id = calls.broker_id
    and h.held_since is not null) then 'broker' end`

/** Locks an open call whose dispatch no process has claimed. @returns undefined: it was claimed, or has ended */
export async function lockUndispatched(tx: Ctx, callId: number): Promise<LockedCall | undefined> {
  await sql`select from calls where id = ${callId} for update`.execute(tx.db)
  const { rows } = await sql<LockedCall>`
    select ${bar} as reason from calls
    where id = ${callId} and dispatched_at is null and finished_at is null`.execute(tx.db)
  return rows[0]
}

/**
 * Locks an open call that its provider refused and no other took over. A bar counts only where no event shows that the
 * provider accepted the call after all. @returns undefined: it was handed over, or has ended
 */
export async function lockRefused(
  tx: Ctx,
  callId: number,
  provider: string,
): Promise<LockedCall | undefined> {
  await sql`select from calls where id = ${callId} for update`.execute(tx.db)
  const { rows } = await sql<LockedCall>`
    select case when end_asked_at is not null then 'endedByStaff' when ${untouched} then ${bar} end as reason
    from calls where id = ${callId} and provider = ${provider} and finished_at is null`.execute(tx.db)
  return rows[0]
}

/** Nothing shows that the first provider accepted the call. */
const untouched = sql<boolean>`provider_call_id is null and status = 'initiated'
  and not exists (select from call_events e where e.call_id = calls.id and e.called_at = calls.created_at)`

/**
 * Claims the dispatch of an open call: only one caller succeeds, and only it may contact the provider. Committed at
 * once, so that after a crash the row shows that the provider may have been contacted. Refused for a call that something bars
 * since its decision, and for one that is old enough to be withdrawn.
 */
export async function claimDispatch(ctx: Ctx, callId: number): Promise<boolean> {
  // a separate object for each caller, so that only the first one gets the call
  return (await claims(ctx.db, { callId, now: ctx.now, trace: activeTrace() })) ?? false
}

interface DispatchClaim {
  callId: number
  /** Read when the statement is made, because a process may sleep before. */
  now(): Date
  /** Of the dispatch, which the callbacks continue. */
  trace: string | null
}

const claims = inBatches(async (db: Ctx['db'], asked: readonly DispatchClaim[]) => {
  const first = new Map(asked.map((claim) => [claim.callId, claim]))
  const ids = [...first.keys()]
  const traces = Object.fromEntries(asked.map(({ callId, trace }) => [callId, trace]))
  const now = asked[0]?.now() ?? new Date(0)
  // as old as that, a call is withdrawn: its decision is too old to be dialled by
  const oldest = new Date(now.getTime() - NEVER_DISPATCHED_MS)
  const { rows } = await sql<{ id: number }>`
      with locked as materialized (
        -- in the order of everybody who locks calls
        select id from calls where id = ${anyOf(ids)} and dispatched_at is null
        order by campaign_id, id for no key update
      )
      update calls set dispatched_at = clock_timestamp(), updated_at = ${now},
        trace_context = coalesce(${JSON.stringify(traces)}::jsonb ->> calls.id::text, calls.trace_context)
      from locked
      where calls.id = ${anyOf(ids)} and calls.id = locked.id and calls.dispatched_at is null and calls.finished_at is null
        and calls.created_at >= ${oldest} and ${bar} is null and not ${heldAfterRestore}
      returning calls.id`.execute(db)
  return new Map(
    rows.flatMap(({ id }) => {
      const claim = first.get(id)
      return claim ? [[claim, true] as const] : []
    }),
  )
})

/** One hand-over to the second vendor. */
export interface HandOver {
  from: string
  to: string
  /** One sentence for a person. */
  message: string
}

/**
 * Claims the dispatch of a refused call for another provider, in one statement: only while the call is open, nothing
 * bars it, and no event shows that the first provider accepted it after all.
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
          and end_asked_at is null and ${untouched} and ${bar} is null and not ${heldAfterRestore}
        returning id, created_at)
      insert into call_events (call_id, called_at, key, kind, at, data)
      select id, created_at, 'own:handed-over', 'handed_over', ${tx.now()},
        jsonb_build_object('from', ${from}::text, 'to', ${to}::text, 'message', ${message}::text)
      from moved returning call_id as id`.execute(tx.db)
    return rows.length > 0
  })
}
