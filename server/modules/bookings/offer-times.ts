import { spokenInSydney, spokenTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { findFreeBdms } from './book.ts'
import { heldUntil, secondChoices } from './held-times.rules.ts'
import { heldOf, holdTime, releaseHeld } from './held-times.store.ts'
import { callingNow, lockCall, type MeetingCall } from './meeting-call.views.ts'
import { startsOf } from './person.store.ts'
import { MEETING_MS, withMeeting } from './slots.rules.ts'
import { type FreeTimes, nextFreeTimes } from './slots.views.ts'
import { bookingOfCall } from './store.ts'

/** A time that an agent offers in a call, and how it is spoken. */
export interface OfferedTime {
  /** ISO 8601. */
  start: string
  /** On the broker's own clock. */
  spoken: string
  /** '11 am': Sydney's clock, where it differs. */
  inSydney?: string
}

/**
 * Holds two free times for a call, or fewer where there are fewer, until one is named or the call ends. They are held
 * before the words are spoken, so that no other visitor can book them. A repeated offer gives the same times; a new
 * offer releases the former ones for later ones.
 * @param offer identifies the moment of the call, so that a repetition is recognised
 */
export async function offerTimes(
  ctx: Ctx,
  { callId, offer }: { callId: number; offer: string },
): Promise<OfferedTime[]> {
  return ctx.tx(async (tx) => {
    const call = await lockCall(tx, callId)
    // a call books once, and one that has ended can name nothing
    if (!call || call.finishedAt || (await bookingOfCall(tx, callId)) !== undefined) return []
    const before = await heldOf(tx, callId)
    if (before.length > 0 && before.every((held) => held.offer === offer && held.heldUntil > tx.now()))
      return before.map(({ start }) => offered(start, call))
    if (before.length > 0) await releaseHeld(tx, [callId])
    const last = before.at(-1)?.start
    const later = last ? await holdTwo(tx, call, { offer, from: new Date(last.getTime() + MEETING_MS) }) : []
    const held = later.length > 0 ? later : await holdTwo(tx, call, { offer })
    return held.map((start) => offered(start, call))
  })
}

function offered(start: Date, { zone }: MeetingCall): OfferedTime {
  const inSydney = spokenInSydney(start, zone)
  return { start: start.toISOString(), spoken: spokenTime(start, zone), ...(inSydney && { inSydney }) }
}

interface Search {
  offer: string
  from?: Date
}

async function holdTwo(tx: Ctx, call: MeetingCall, { offer, from }: Search): Promise<Date[]> {
  const now = await callingNow(tx, call)
  for (const wanted of [2, Number.POSITIVE_INFINITY]) {
    const { calendars, starts } = await freeFor(tx, call, { now, wanted, from })
    const first = await holdFirst(tx, call, { offer, starts, calendars })
    if (first === undefined) continue
    const second = await holdFirst(tx, call, {
      ...{ offer, starts: secondChoices(starts, first.start) },
      calendars: withMeeting(calendars, first),
    })
    return [first, ...(second === undefined ? [] : [second])].map(({ start }) => new Date(start))
  }
  return []
}

/** The next free times at which this person has no meeting yet. */
async function freeFor(
  tx: Ctx,
  { brokerId, toNumber, zone }: MeetingCall,
  search: { now: Date; wanted: number; from: Date | undefined },
): Promise<FreeTimes> {
  const { calendars, starts } = await nextFreeTimes(tx, { ...search, zone })
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return { calendars, starts: [] }
  const person = { brokerId, email: null, phone: toNumber }
  const range = { from: new Date(first), to: new Date(last + MEETING_MS), which: 'settled' } as const
  const own = (await startsOf(tx, person, range)).map((start) => start.getTime())
  const free = starts.filter((start) => own.every((other) => Math.abs(other - start) >= MEETING_MS))
  return { calendars, starts: free }
}

interface HeldTime {
  bdmId: number
  start: number
}

/** Holds the first of these times that no other transaction takes in the meantime, with the preferred BDM. */
async function holdFirst(
  tx: Ctx,
  { id: callId, clockSpeed, ...prefers }: MeetingCall,
  { offer, starts, calendars }: FreeTimes & { offer: string },
): Promise<HeldTime | undefined> {
  const until = heldUntil(tx.now(), clockSpeed)
  for (const start of starts) {
    const at = new Date(start)
    const { free } = findFreeBdms(calendars, at, prefers)
    const bdmIds = free.map(({ id }) => id)
    const bdmId = await holdTime(tx, bdmIds, { callId, start: at, offer, heldUntil: until })
    if (bdmId !== undefined) return { bdmId, start }
  }
  return undefined
}
