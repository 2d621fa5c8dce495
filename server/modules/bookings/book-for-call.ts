import { weekOf } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { isUnreachable, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { startProblem } from './book.rules.ts'
import { findFreeBdms, newUid, settle } from './book.ts'
import { noTimeText } from './booking-activities.rules.ts'
import { saidStart } from './held-times.rules.ts'
import { type Held, heldOf, lockTime, releaseHeld } from './held-times.store.ts'
import { callingNow, lockCall, type MeetingCall } from './meeting-call.views.ts'
import { type Person, startsOf } from './person.store.ts'
import { MEETING_MS } from './slots.rules.ts'
import { loadCalendars, nextFreeTimes } from './slots.views.ts'
import { bookingOfCall, insertBooking } from './store.ts'

/**
 * Books the meeting requested in a call, once per call: at the named time, which the call holds, else at the next free
 * time after it, never an earlier one, and notifies everybody concerned. Without a named time it books the next free
 * time from the next business day on. If no time is free or booking fails, the timeline gets an activity; the call
 * itself never fails.
 * @param slot ISO 8601; null: the person named no time
 */
export async function bookForCall(ctx: Ctx, callId: number, slot: string | null): Promise<void> {
  const call = await lockCall(ctx, callId)
  if (!call || (await bookingOfCall(ctx, call.id)) !== undefined) return
  const now = await callingNow(ctx, call)
  const said = saidStart(slot, { calledAt: call.simulatedAt ?? call.createdAt, now })
  const booked = await tryToBook(ctx, call, { said, now })
  await releaseHeld(ctx, [callId])
  if (booked) return
  const { brokerId, campaignId, simulated, simulatedAt } = call
  await addActivity(ctx, { ...noTimeText(call), callId, brokerId, campaignId, simulated, simulatedAt })
  await ctx.emit('booking.noneFree', { callId, said })
}

interface Asked {
  /** The time that was named in the call. */
  said: Date | null
  /** On the calling clock. */
  now: Date
}

async function tryToBook(ctx: Ctx, call: MeetingCall, asked: Asked): Promise<boolean> {
  try {
    return await ctx.inSavepoint(() => book(ctx, call, asked))
  } catch (error) {
    // no fault of the meeting: the whole transaction is retried, now or when the event is delivered again
    if (wasInTheWay(error) || isOutOfSpace(error) || isUnreachable(error)) throw error
    ctx.log.error({ err: error, callId: call.id }, 'meeting requested in a call not booked')
    return false
  }
}

/** @returns whether a meeting was booked */
async function book(ctx: Ctx, call: MeetingCall, { said, now }: Asked): Promise<boolean> {
  const held = await heldOf(ctx, call.id)
  const made =
    (said && !startProblem(said, now) ? await bookAt(ctx, call, { start: said, said, held }) : null) ??
    (await bookNextFree(ctx, call, { said, held, now }))
  if (made === null) return false
  await settle(ctx, made.id)
  if (said && made.start.getTime() !== said.getTime()) {
    const differs = { bookingId: made.id, callId: call.id, said, booked: made.start }
    await ctx.emit('booking.differsFromCall', differs)
  }
  return true
}

interface Wish extends Pick<Asked, 'said'> {
  held: readonly Held[]
}

interface Made {
  id: number
  start: Date
}

async function bookNextFree(ctx: Ctx, call: MeetingCall, wish: Wish & Asked): Promise<Made | null> {
  const { said, now } = wish
  for (const wanted of [1, Number.POSITIVE_INFINITY]) {
    const { starts } = await nextFreeTimes(ctx, {
      now,
      wanted,
      from: said ?? undefined,
      callId: call.id,
      zone: call.zone,
    })
    for (const start of starts) {
      const made = await bookAt(ctx, call, { ...wish, start: new Date(start) })
      if (made !== null) return made
    }
  }
  return null
}

/** Tries the BDMs that are free at one time in turn, first the one that the call holds. @returns null if there is none */
async function bookAt(
  ctx: Ctx,
  call: MeetingCall,
  { start, said, held }: Wish & { start: Date },
): Promise<Made | null> {
  const person: Person = { brokerId: call.brokerId, email: null, phone: call.toNumber }
  const own = await startsOf(ctx, person, {
    from: start,
    to: new Date(start.getTime() + MEETING_MS),
    which: 'settled',
  })
  if (own.length > 0) return null
  const calendars = await loadCalendars(ctx, { ...weekOf(start.getTime()), callId: call.id })
  const holds = ({ id }: { id: number }): number =>
    held.some(({ bdmId, start: at }) => bdmId === id && at.getTime() === start.getTime()) ? 0 : 1
  const { free } = findFreeBdms(calendars, start, call)
  for (const { id: bdmId } of free.toSorted((a, b) => holds(a) - holds(b))) {
    if (!(await lockTime(ctx, bdmId, start))) continue
    const id = await insertBooking(ctx, {
      ...{ bdmId, start, uid: newUid(ctx), meetingType: 'product-discussion', attendees: 1 },
      brokerId: call.brokerId,
      name: call.name ?? formatPhone(call.toNumber),
      phone: call.toNumber,
      source: 'call',
      callId: call.id,
      saidStart: said && said.getTime() !== start.getTime() ? said : null,
      simulated: call.simulated,
      test: call.test,
    })
    if (id !== undefined) return { id, start }
  }
  return null
}
