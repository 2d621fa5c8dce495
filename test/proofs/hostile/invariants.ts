// Compares the database with the true words of the person of each call.

import { checkConduct } from './conduct.ts'
import { type Found, findDone } from './found.ts'
import type { HostileWorld, Played } from './hostile-world.ts'
import type { Position } from './talk.ts'

/** Numbers of bookings, messages, planned calls, held times and tasks. */
type Work = readonly number[]

/** Effects of each call at the last comparison. */
export type Done = Map<number, { work: Work }>

/** Checks all invariants of these calls. @returns the broken invariants, in sentences */
export async function checkCalls(
  { vapi: { db }, clock }: HostileWorld,
  calls: readonly Played[],
  done: Done,
): Promise<string[]> {
  const ids = calls.map(({ callId }) => callId)
  const found = new Map((await findDone(db, ids)).map((row) => [row.callId, row]))
  return calls.flatMap((call) => {
    const row = found.get(call.callId)
    if (!row) return [`call ${call.callId} is gone`]
    const before = done.get(call.callId)?.work ?? [0, 0, 0, 0, 0]
    const broken = [...faultsOf(call, row, before), ...checkConduct(call, row, clock.ms)]
    done.set(call.callId, { work: workOf(row) })
    call.held = [call.position]
    call.isQuiet ||= row.response === 'option_4' || call.endedAt !== null
    return broken.map((fault) => `call ${call.callId}: ${fault} (${lastWords(call)})`)
  })
}

const SHOWN = 8

/** The last lines of the conversation, to show how it came to a fault. */
function lastWords({ lines }: Played): string {
  const said = lines.flatMap((line) =>
    typeof line.message === 'string' ? `${line.role}: ${line.message}` : [],
  )
  return said.slice(-SHOWN).join(' | ')
}

const workOf = ({ bookings, messages, planned, held, chores }: Found): Work => [
  ...[bookings.length, messages.length, planned.length, held, chores],
]

const isAccepted = (held: readonly Position[], about: 'slot' | 'callback', at: string): boolean =>
  held.some((position) => position[about] !== null && Date.parse(position[about]) === Date.parse(at))

function faultsOf(call: Played, row: Found, before: Work): string[] {
  const faults: string[] = []
  if (row.bookings.length > 1) faults.push('booked twice')
  for (const { start, said, phone, broker } of row.bookings) {
    if (!call.offered.some((time) => Date.parse(time.start) === Date.parse(said ?? start)))
      faults.push(`booked ${start}, which was not offered`)
    if (before[0] !== row.bookings.length && !isAccepted(call.held, 'slot', said ?? start))
      faults.push(`booked ${start}, which was not accepted`)
    if (phone !== call.to || broker !== call.brokerId) faults.push('booked for another person')
    if (!call.hasMenu) faults.push('booked without a meeting in the menu')
  }
  for (const { recipient } of row.messages)
    if (recipient !== call.to && recipient !== `${call.to.slice(1)}@example.com`)
      faults.push(`sent to ${recipient}`)
  for (const { due, phone } of row.planned) {
    if (phone !== call.to) faults.push('planned a call to another number')
    if (before[2] !== row.planned.length && !isAccepted(call.held, 'callback', due))
      faults.push(`planned a call at ${due}, which was not confirmed`)
  }
  if (row.planned.length > 1) faults.push('planned two calls')
  if (call.isStopReceived && !call.isMachine && (!row.suppressed || row.response !== 'option_4'))
    faults.push('ignored an opt-out')
  if (row.response === 'option_4' && row.planned.length > 0)
    faults.push('kept a planned call after an opt-out')
  const work = workOf(row)
  // fewer is a withdrawal
  if (call.isQuiet && work.some((count, index) => count > (before[index] ?? 0)))
    faults.push(`acted after the opt-out or the end: ${before} became ${work}`)
  return faults
}
