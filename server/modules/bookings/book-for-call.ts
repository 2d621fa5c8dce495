import { weekOf } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { cancelMessages } from '#server/modules/messages/queue-message.ts'
import { isUnreachable, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { startProblem } from './book.rules.ts'
import { findFreeBdms, newUid, settle } from './book.ts'
import { noTimeText, requestText } from './booking-activities.rules.ts'
import { saidStart } from './held-times.rules.ts'
import { type Held, heldOf, lockTime, releaseHeld } from './held-times.store.ts'
import { callingNow, lockCall, type MeetingCall } from './meeting-call.views.ts'
import { type Person, startsOf } from './person.store.ts'
import { sendBookingLink, timeLinkOccasion } from './send-booking-link.ts'
import { MEETING_MS } from './slots.rules.ts'
import { loadCalendars, nextFreeTimes } from './slots.views.ts'
import { bookingOfCall, insertBooking } from './store.ts'

/**
 * Books the meeting requested in a call, once per call: at the accepted time, which the call holds, else at the next free
 * time after it, never an earlier one, and notifies everybody concerned. Without an accepted time it books nothing: the
 * request is reported, so that the person gets the booking link and staff a task. If no time is free or booking fails, the
 * timeline gets an activity; the call itself never fails.
 * @param slot ISO 8601; null: the person accepted no time
 */
export async function bookForCall(ctx: Ctx, callId: number, slot: string | null): Promise<void> {
  const call = await lockCall(ctx, callId)
  if (!call || (await bookingOfCall(ctx, call.id)) !== undefined) return
  const now = await callingNow(ctx, call)
  const said = saidStart(slot, { calledAt: call.simulatedAt ?? call.createdAt, now })
  const booked = said !== null && (await attempt(ctx, callId, () => book(ctx, call, { said, now })))
  await releaseHeld(ctx, [callId])
  // a link that the person asked for earlier in the call would offer a second meeting
  if (booked) {
    await cancelMessages(ctx, { occasionPrefix: timeLinkOccasion(callId) })
    return
  }
  const { brokerId, campaignId, simulated, simulatedAt } = call
  const text = said ? noTimeText(call) : requestText(call)
  await addActivity(ctx, { ...text, callId, brokerId, campaignId, simulated, simulatedAt })
  if (said) return ctx.emit('booking.noneFree', { callId, said })
  await attempt(ctx, callId, () => sendBookingLink(ctx, callId))
  await ctx.emit('booking.noTimeAccepted', { callId })
}

interface Asked {
  /** The time that was accepted in the call. */
  said: Date
  /** On the calling clock. */
  now: Date
}

/** @returns false where the work failed on our side, which must not fail the call */
async function attempt(ctx: Ctx, callId: number, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ctx.inSavepoint(work)
  } catch (error) {
    // no fault of the meeting: the whole transaction is retried, now or when the event is delivered again
    if (wasInTheWay(error) || isOutOfSpace(error) || isUnreachable(error)) throw error
    ctx.log.error({ err: error, callId }, 'meeting requested in a call not handled')
    return false
  }
}

/** @returns whether a meeting was booked */
async function book(ctx: Ctx, call: MeetingCall, { said, now }: Asked): Promise<boolean> {
  const held = await heldOf(ctx, call.id)
  const made =
    (startProblem(said, now) ? null : await bookAt(ctx, call, { start: said, said, held })) ??
    (await bookNextFree(ctx, call, { said, held, now }))
  if (made === null) return false
  await settle(ctx, made.id)
  if (made.start.getTime() !== said.getTime()) {
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
      from: said,
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
      saidStart: said.getTime() !== start.getTime() ? said : null,
      simulated: call.simulated,
      test: call.test,
    })
    if (id !== undefined) return { id, start }
  }
  return null
}
