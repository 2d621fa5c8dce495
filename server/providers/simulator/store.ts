import { type Kysely, sql } from 'kysely'
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

/** Writes down the dial and its plan in one statement: either both are there or nothing was dialled. */
export async function insertDial(
  db: Kysely<DB>,
  dial: { callId: number; to: string; plan: CallPlan },
): Promise<number> {
  const first = dial.plan.events[0]
  const playable = dial.plan.refused === null && first
  const { rows } = await sql<{ id: number }>`
    with clock as (select ${simulatedNow} as at from simulator_clock),
      dialled as (insert into simulator_dials (call_id, to_number, simulated_at)
        select ${dial.callId}, ${dial.to}, at from clock)
    insert into simulator_calls (call_id, dialled_at, plan, next_at)
    select ${dial.callId}, at, ${JSON.stringify(dial.plan)}::jsonb,
      ${playable ? sql`at + make_interval(secs => ${first.at})` : sql`null`}
    from clock returning id`.execute(db)
  if (!rows[0]) throw new Error('the simulator has no clock')
  return rows[0].id
}

const columns = sql`id, call_id, dialled_at, plan, step`

/** What is due on the simulator's clock, locked until the transaction ends; others skip it. */
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

export async function advance(
  db: Kysely<DB>,
  moves: { id: number; step: number; nextAt: Date | null }[],
): Promise<void> {
  await sql`update simulator_calls set step = moved.step, next_at = moved.next_at
    from jsonb_to_recordset(${JSON.stringify(moves.map(({ id, step, nextAt }) => ({ id, step, next_at: nextAt })))}::jsonb)
      as moved(id int, step int, next_at timestamptz)
    where simulator_calls.id = moved.id`.execute(db)
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
