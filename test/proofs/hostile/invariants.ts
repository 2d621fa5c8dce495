// Compares the database with the true words of the person of each call.

import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { Played } from './hostile-world.ts'
import type { Position } from './talk.ts'

interface Found {
  callId: number
  response: string | null
  bookings: { start: string; phone: string | null; said: string | null; broker: number | null }[]
  messages: { recipient: string; channel: string }[]
  planned: { due: string; phone: string }[]
  held: number
  suppressed: boolean
  chores: number
}

/** Effects of each call at the last comparison. */
export type Done = Map<number, string>

/** All effects of the calls so far. */
async function findDone(db: Kysely<DB>, ids: readonly number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`select c.id as call_id, c.response,
    coalesce((select jsonb_agg(jsonb_build_object('start', lower(b.during), 'phone', b.phone, 'said', b.said_start,
      'broker', b.broker_id)) from bookings b where b.call_id = c.id and b.status <> 'cancelled'), '[]') as bookings,
    coalesce((select jsonb_agg(jsonb_build_object('recipient', m.recipient, 'channel', m.channel))
      from messages m where m.call_id = c.id and m.occasion not like '%:notice:%'), '[]') as messages,
    coalesce((select jsonb_agg(jsonb_build_object('due', r.due_at, 'phone', r.phone)) from requested_calls r
      where r.asked_in_call_id = c.id and r.state = 'planned'), '[]') as planned,
    (select count(*)::int from reserved_times t where t.call_id = c.id) as held,
    exists (select from suppressions s where s.phone = c.to_number and s.ended_at is null) as suppressed,
    (select count(*)::int from tasks t where t.phone = c.to_number and t.state = 'open') as chores
    from calls c where c.id = any(${ids as number[]}::int[])`.execute(db)
  return rows
}

/** Checks all invariants of these calls. @returns the broken invariants, in sentences */
export async function checkCalls(db: Kysely<DB>, calls: readonly Played[], done: Done): Promise<string[]> {
  const found = new Map(
    (
      await findDone(
        db,
        calls.map(({ callId }) => callId),
      )
    ).map((row) => [row.callId, row]),
  )
  return calls.flatMap((call) => {
    const row = found.get(call.callId)
    if (!row) return [`call ${call.callId} is gone`]
    const broken = faultsOf(call, row, done).map((fault) => `call ${call.callId}: ${fault}`)
    done.set(call.callId, workOf(row))
    call.held = [call.position]
    call.isQuiet ||= row.response === 'option_4' || call.endedAt !== null
    return broken
  })
}

const workOf = ({ bookings, messages, planned, held, chores }: Found): string =>
  JSON.stringify([bookings.length, messages.length, planned.length, held, chores])

const isAccepted = (held: readonly Position[], about: 'slot' | 'callback', at: string): boolean =>
  held.some((position) => position[about] !== null && Date.parse(position[about]) === Date.parse(at))

function faultsOf(call: Played, row: Found, done: Done): string[] {
  const faults: string[] = []
  const isNew = (count: 0 | 2): boolean => {
    const before = done.get(call.callId)
    return (
      (before === undefined ? 0 : JSON.parse(before)[count]) !==
      (count === 0 ? row.bookings : row.planned).length
    )
  }
  if (row.bookings.length > 1) faults.push('booked twice')
  for (const { start, said, phone, broker } of row.bookings) {
    if (!call.offered.some((time) => Date.parse(time.start) === Date.parse(said ?? start)))
      faults.push(`booked ${start}, which was not offered`)
    if (isNew(0) && !isAccepted(call.held, 'slot', said ?? start))
      faults.push(`booked ${start}, which was not accepted`)
    if (phone !== call.to || broker !== call.brokerId) faults.push('booked for another person')
    if (!call.hasMenu) faults.push('booked without a meeting in the menu')
  }
  for (const { recipient } of row.messages)
    if (recipient !== call.to && recipient !== `${call.to.slice(1)}@example.com`)
      faults.push(`sent to ${recipient}`)
  for (const { due, phone } of row.planned) {
    if (phone !== call.to) faults.push('planned a call to another number')
    if (isNew(2) && !isAccepted(call.held, 'callback', due))
      faults.push(`planned a call at ${due}, which was not confirmed`)
  }
  if (row.planned.length > 1) faults.push('planned two calls')
  if (call.position.optedOut && (!row.suppressed || row.response !== 'option_4'))
    faults.push('ignored an opt-out')
  if (row.response === 'option_4' && row.planned.length > 0)
    faults.push('kept a planned call after an opt-out')
  if (call.isQuiet && grew(done.get(call.callId), workOf(row)))
    faults.push(`acted after the opt-out or the end: ${done.get(call.callId)} became ${workOf(row)}`)
  return faults
}

/** More of anything; fewer is a withdrawal. */
function grew(before: string | undefined, after: string): boolean {
  const [was, is] = [before ?? '[0,0,0,0,0]', after].map((text) => JSON.parse(text) as number[])
  return is?.some((count, index) => count > (was?.[index] ?? 0)) ?? false
}
