import { type Kysely, sql } from 'kysely'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import type { DB } from '#server/schema.gen.ts'
import type { VoiceEvent } from '../ports/voice.ts'
import { simulatedNow } from './clock.ts'
import type { CallPlan, PlannedEvent } from './plan/rules.ts'

export interface SimulatedCall {
  id: number
  callId: number
  dialledAt: Date
  plan: CallPlan
  /** Index of the next event of the plan that is to be delivered. */
  step: number
}

/** Events are numbered by the simulator's own call, so that a call dialled twice would show. */
export function toVoiceEvent(call: SimulatedCall, planned: PlannedEvent): VoiceEvent {
  const at = new Date(call.dialledAt.getTime() + Math.round(planned.at * 1000))
  return { ...planned.event, key: `${providerCallId(call.id)}:${planned.name}`, at } as VoiceEvent // name and time were all that a planned event lacks
}

export function providerCallId(id: number): string {
  return `sim-${id}`
}

interface Dial {
  callId: number
  to: string
  plan: CallPlan
}

/** Writes down the dial and its plan in one statement: either both are there or nothing was dialled. */
export async function insertDial(db: Kysely<DB>, dial: Dial): Promise<number> {
  const id = await dials(db, dial)
  if (id === undefined) throw new Error('the simulator has no clock')
  return id
}

const dials = inBatches(async (db: Kysely<DB>, given: readonly Dial[]) => {
  const rows = given.map(({ callId, to, plan }) => {
    const seconds = plan.refused === null ? (plan.events[0]?.at ?? null) : null
    return { call_id: callId, to_number: to, plan, seconds }
  })
  const { rows: inserted } = await sql<{ id: number; callId: number }>`
    with clock as (select ${simulatedNow} as at from simulator_clock),
      given as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(call_id int, to_number text, plan jsonb, seconds float8)),
      dialled as (insert into simulator_dials (call_id, to_number, simulated_at)
        select call_id, to_number, at from clock, given)
    insert into simulator_calls (call_id, dialled_at, plan, next_at)
    select call_id, at, plan, at + make_interval(secs => seconds) from clock, given
    returning id, call_id`.execute(db)
  const ids = Map.groupBy(inserted, ({ callId }) => callId)
  return new Map(given.map((dial) => [dial, ids.get(dial.callId)?.pop()?.id]))
})

const columns = sql`id, call_id, dialled_at, plan, step`

/** Calls with due events on the simulator's clock, locked until the transaction ends; others skip them. */
export async function claimDue(
  db: Kysely<DB>,
  limits: { most: number; except: number[] },
): Promise<(SimulatedCall & { now: Date })[]> {
  const { rows } = await sql<SimulatedCall & { now: Date }>`
    with clock as materialized (select ${simulatedNow} as at from simulator_clock)
    select ${columns}, (select at from clock) as now from simulator_calls
    where next_at <= (select at from clock) and id <> all(${limits.except}::int[])
    order by next_at limit ${limits.most} for update skip locked`.execute(db)
  return rows
}

/** @param moves `plan`: null where it stays as it is */
export async function advance(
  db: Kysely<DB>,
  moves: readonly { id: number; step: number; plan: CallPlan | null; nextAt: Date | null }[],
): Promise<void> {
  const rows = moves.map(({ nextAt, ...move }) => ({ ...move, next_at: nextAt }))
  await sql`update simulator_calls set step = moved.step, next_at = moved.next_at,
      plan = coalesce(moved.plan, simulator_calls.plan)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved(id int, step int, plan jsonb, next_at timestamptz)
    where simulator_calls.id = moved.id and simulator_calls.id = ${anyOf(moves.map(({ id }) => id))}`.execute(
    db,
  )
}

/** Real milliseconds until the next event is due; null when nothing is left to play. */
export async function dueInMs(db: Kysely<DB>, except: number[]): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next_at) - (select ${simulatedNow} from simulator_clock)) * 1000
      / (select speed from simulator_clock))::float8 as ms
    from simulator_calls where next_at is not null and id <> all(${except}::int[])`.execute(db)
  return rows[0]?.ms ?? null
}

/** The first dial of a call and the simulator's time. */
export async function findCall(
  db: Kysely<DB>,
  callId: number,
  options: { forUpdate?: boolean } = {},
): Promise<(SimulatedCall & { now: Date }) | undefined> {
  const { rows } = await sql<SimulatedCall & { now: Date }>`
    select ${columns}, (select ${simulatedNow} from simulator_clock) as now from simulator_calls
    where call_id = ${callId} order by id limit 1 ${options.forUpdate ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export async function replacePlan(db: Kysely<DB>, id: number, plan: CallPlan, nextAt: Date): Promise<void> {
  await db
    .updateTable('simulatorCalls')
    .set({ plan: JSON.stringify(plan), nextAt })
    .where('id', '=', id)
    .execute()
}

/** The latest line of each transcript up to now. */
export async function lastSaid(
  db: Kysely<DB>,
  callIds: readonly number[],
): Promise<Map<number, TranscriptLine>> {
  if (callIds.length === 0) return new Map()
  const { rows } = await sql<TranscriptLine & { callId: number }>`
    with clock as materialized (select ${simulatedNow} as at from simulator_clock)
    select distinct on (call_id) call_id, (line ->> 'at')::float8 as at, line ->> 'speaker' as speaker, line ->> 'text' as text
    from simulator_calls, clock, jsonb_array_elements(plan -> 'events') planned,
      jsonb_array_elements(planned -> 'event' -> 'lines') line
    where call_id = any(${[...callIds]}::int[]) and next_at is not null and planned ->> 'name' = 'transcript'
      and dialled_at + make_interval(secs => (plan ->> 'answeredAt')::float8 + (line ->> 'at')::float8) <= clock.at
    order by call_id, (line ->> 'at')::float8 desc`.execute(db)
  return new Map(rows.map(({ callId, ...line }) => [callId, line]))
}
