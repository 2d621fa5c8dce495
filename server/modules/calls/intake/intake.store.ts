import { type Selectable, sql } from 'kysely'
import type { CallResponse } from '#contract/calls/calls.ts'
import { dateIn } from '#server/calendar/days.ts'
import { zonesOf } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { attempt } from '#server/platform/db/attempt.ts'
import type { CallEvents } from '#server/providers/ports/voice.ts'
import type { CallEvents as CallEventsTable, Calls } from '#server/schema.gen.ts'
import { storeAwaited } from '../recordings/recordings.store.ts'
import { storeWords } from '../transcripts/transcript-words.store.ts'
import type { CallState, StoredEvent } from './call-state.rules.ts'

/** The columns that intake and ending a call need; transcript and script are not loaded. */
const columns = [
  'id',
  'campaignId',
  'provider',
  'providerCallId',
  'createdAt',
  'dispatchedAt',
  'finishedAt',
  'outcome',
  'response',
  'recordingStatus',
  'simulated',
  'simulatedAt',
  'clockSpeed',
  'fromNumber',
  'traceContext',
] as const
export type CallRow = Pick<Selectable<Calls>, (typeof columns)[number]>

/** Locks the calls, in the same order in every transaction, so that none deadlock. */
export async function lockCalls(ctx: Ctx, ids: readonly number[]): Promise<CallRow[]> {
  return ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', anyOf(ids))
    .orderBy('campaignId')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Stores each event once. The calls must be locked, so that no other transaction adds events.
 * @param calls those of the batch, perhaps more
 * @returns all events of the calls that got a new one, by call
 */
export async function storeEvents(
  ctx: Ctx,
  batch: readonly CallEvents[],
  calls: readonly MadeCall[],
): Promise<Map<number, StoredEvent[]>> {
  if (batch.length === 0) return new Map()
  const ids = batch.map(({ callId }) => callId)
  const { first, last } = timesOf(calls)
  const rows = batch.flatMap(({ callId, events }) =>
    events.map(({ key, kind, at, ...data }) => ({ call_id: callId, key, kind, at, data })),
  )
  const { rows: found } = await sql<EventRow>`with made as materialized (
      select id, created_at from calls where id = ${anyOf(ids)}
    ), added as (
      insert into call_events (call_id, called_at, key, kind, at, data)
      select call_id, made.created_at, key, kind, at, data
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(call_id int, key text, kind text, at timestamptz, data jsonb)
      join made on made.id = call_id
      on conflict do nothing returning id, call_id, key, kind, at, data, received_at
    )
    select id, call_id, key, kind, at, data, received_at from added
    union all
    -- this reads the snapshot from before the insert, so added rows do not appear twice
    select id, call_id, key, kind, at, data, received_at from call_events
    where call_id = any(array(select call_id from added)) and called_at >= ${first} and called_at < ${last}
    order by id`.execute(ctx.db)
  return byCall(found)
}

type EventRow = Pick<Selectable<CallEventsTable>, 'callId' | 'key' | 'kind' | 'at' | 'data' | 'receivedAt'>

/** All events of these calls, by call. */
export async function eventsOf(ctx: Ctx, calls: readonly MadeCall[]): Promise<Map<number, StoredEvent[]>> {
  if (calls.length === 0) return new Map()
  const { first, last } = timesOf(calls)
  const rows = await ctx.db
    .selectFrom('callEvents')
    .select(['callId', 'key', 'kind', 'at', 'data', 'receivedAt'])
    .where('callId', '=', anyOf(calls.map(({ id }) => id)))
    .where('calledAt', '>=', first)
    .where('calledAt', '<', last)
    .orderBy('id')
    .execute()
  return byCall(rows)
}

type MadeCall = Pick<CallRow, 'id' | 'createdAt'>

/**
 * The range of the calls' times, which selects the partitions of their events. The end is rounded up, as the database
 * stores microseconds.
 */
function timesOf(calls: readonly MadeCall[]): { first: Date; last: Date } {
  const times = calls.map(({ createdAt }) => createdAt.getTime())
  return { first: new Date(Math.min(...times)), last: new Date(Math.max(...times) + 1) }
}

function byCall(rows: readonly EventRow[]): Map<number, StoredEvent[]> {
  const found = new Map<number, StoredEvent[]>()
  for (const { callId, key, kind, at, receivedAt, data } of rows) {
    // storeEvents wrote data: the fields of a VoiceEvent except key, kind and time
    const stored = { ...(data as object), key, kind, at, receivedAt } as StoredEvent
    const known = found.get(callId)
    if (known) known.push(stored)
    else found.set(callId, [stored])
  }
  return found
}

/**
 * Writes the folded states, and rows derived from transcripts and recordings; an outcome that does not count towards the
 * caps clears the cap date. The calls must be locked.
 */
export async function storeStates(
  ctx: Ctx,
  states: readonly { id: number; state: CallState; countsTowardsCaps: boolean }[],
): Promise<void> {
  const rows = states.map(({ id, state, countsTowardsCaps }) => ({ id, ...state, counts: countsTowardsCaps }))
  const { rows: changed } = await sql<{
    id: number
    said: boolean
    recorded: boolean
  }>`update calls set status = given.status, outcome = given.outcome, response = given.response,
      duration = given.duration, recording_status = given."recordingStatus", recording_ref = given."recordingRef",
      menu_played = calls.menu_played or given."menuPlayed", transcript = given.transcript, summary = given.summary, cost = given.cost,
      cost_currency = given."costCurrency", failure = given.failure, withdrawn = given.withdrawn,
      call_start_time = given."callStartTime", call_end_time = given."callEndTime",
      finished_at = case when given.outcome is null then null else coalesce(calls.finished_at, ${ctx.now()}) end,
      cap_date = case when given.counts then calls.cap_date end,
      updated_at = ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id int, status text, outcome text, response text,
      "menuPlayed" boolean, duration int, "recordingStatus" text, "recordingRef" text, transcript jsonb, summary text, cost numeric,
      "costCurrency" text, failure text, withdrawn boolean, "callStartTime" timestamptz, "callEndTime" timestamptz, counts boolean)
      join calls before on before.id = given.id
    where calls.id = given.id and calls.id = ${anyOf(rows.map(({ id }) => id))}
      -- of what a vendor tells nearly half changes nothing, and a row costs more to write than to compare
      and (calls.status, calls.outcome, calls.response, calls.menu_played, calls.duration, calls.recording_status, calls.recording_ref,
        calls.transcript, calls.summary, calls.cost, calls.cost_currency, calls.failure, calls.withdrawn,
        calls.call_start_time, calls.call_end_time)
      is distinct from (given.status, given.outcome, given.response, calls.menu_played or given."menuPlayed", given.duration, given."recordingStatus",
        given."recordingRef", given.transcript, given.summary, given.cost, given."costCurrency", given.failure,
        given.withdrawn, given."callStartTime", given."callEndTime")
    returning calls.id, calls.transcript <> before.transcript as said,
      (calls.finished_at is null, calls.recording_status) <> (before.finished_at is null, before.recording_status) as recorded`.execute(
    ctx.db,
  )
  const idsOf = (part: 'said' | 'recorded') => changed.filter((row) => row[part]).map(({ id }) => id)
  await storeWords(ctx, idsOf('said'))
  await storeAwaited(ctx, idsOf('recorded'))
}

/**
 * Restores the cap day of calls that turned out to count towards the caps, unless another call holds it. A call of a
 * deleted broker gets none, because the broker's time zone is gone.
 */
export async function restoreCapDays(tx: Ctx, callIds: readonly number[]): Promise<void> {
  const calls = await tx.db
    .selectFrom('calls')
    .innerJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select(['calls.id', 'calls.createdAt', 'calls.simulatedAt', 'brokers.timezone'])
    .where('calls.id', '=', anyOf(callIds))
    .where('calls.capDate', 'is', null)
    .where('calls.toNumber', '<>', '')
    // those that were placed with a day
    .where((eb) => eb.or([eb('calls.test', '=', false), eb('calls.simulated', '=', false)]))
    .orderBy('calls.id')
    .execute()
  for (const { id, createdAt, simulatedAt, timezone } of calls) {
    const [zone] = zonesOf({ region: null, zone: timezone })
    const capDate = dateIn((simulatedAt ?? createdAt).getTime(), zone)
    // the unique index decides which of two calls holds the day
    await attempt(
      tx,
      async () => void (await tx.db.updateTable('calls').set({ capDate }).where('id', '=', id).execute()),
    )
  }
}

/** Claims effects of calls, so that each happens once. @returns those that were not claimed before */
export async function claimEffects<
  Effect extends {
    callId: number
    kind:
      | Exclude<CallResponse, 'option_2'>
      | `option_2:${string}`
      | 'operator'
      | 'opt_out_unclear'
      | 'carrier_challenge'
      | 'rate_not_offered'
      | `callback:${string}`
      | `unconfirmed:${string}`
  },
>(ctx: Ctx, effects: readonly Effect[]): Promise<Effect[]> {
  const { rows: added } = await sql<{ callId: number; kind: string }>`
    insert into call_effects (call_id, kind)
    select * from unnest(${effects.map(({ callId }) => callId)}::int[], ${effects.map(({ kind }) => kind)}::text[])
    on conflict do nothing returning call_id, kind`.execute(ctx.db)
  const claimed = new Set(added.map(({ callId, kind }) => `${callId} ${kind}`))
  return effects.filter(({ callId, kind }) => claimed.has(`${callId} ${kind}`))
}
