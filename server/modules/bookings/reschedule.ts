import { sql } from 'kysely'
import type { AvailabilityDay, bookingTimes, rescheduleBooking } from '#contract/bookings/bookings.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { weekOf } from '#server/calendar/days.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { attempt } from '#server/platform/db/attempt.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { refuseFlood, refuseOverlap } from './admit.ts'
import { NO_SUCH_TIME, startProblem } from './book.rules.ts'
import { findFreeBdms, forbids, lockStart, taken } from './book.ts'
import { addChangeActivity } from './booking-activities.ts'
import { movedMeanwhile, moveProblem, staffMoveProblem } from './change-booking.rules.ts'
import { auditChange, lockBooking } from './change-booking.ts'
import { factsOf, lockPersonOf } from './confirm-booking.ts'
import { getMeeting, type Meeting } from './meeting.views.ts'
import { clockToMove } from './moving-clock.views.ts'
import { notifyMoved } from './notify.ts'
import { NO_PREFERENCE, type Preference } from './slots.rules.ts'
import { loadCalendars, viewDays } from './slots.views.ts'
import { type BookingRow, findBooking, moveBooking } from './store.ts'

/** Serialises moves, because two meetings that swap their times would deadlock. */
const MOVES_LOCK = 7_094_135_366_131_671n

interface NewTime {
  start: Date
  /** The BDM to have it; else the present one where they are free, or another. */
  bdmId?: number | undefined
}

/**
 * Moves a meeting for its visitor, keeping its BDM if they are free. The same time again changes nothing.
 * @throws AppError not_found, rule_forbids, conflict, too_many_requests
 */
export async function reschedule(ctx: Ctx, id: number, start: Date): Promise<void> {
  await ctx.tx(async (tx) => {
    const booking = await lockToMove(tx, id)
    const problem = moveProblem(factsOf(booking), tx.now())
    if (problem) throw new AppError(booking.status === 'cancelled' ? 'conflict' : 'rule_forbids', problem)
    const { email, phone } = await getMeeting(tx, id)
    if (isThere(booking, { start })) return
    await refuseFlood(tx, email ?? phone)
    await move(tx, booking, { start })
  })
}

/**
 * Moves a meeting for staff, also to another BDM, with the same notifications as a move by the visitor.
 * @throws AppError forbidden, not_found, rule_forbids, conflict
 */
export async function rescheduleByStaff(
  ctx: Ctx,
  id: number,
  { scheduledDate, bdmId, was }: BodyOf<typeof rescheduleBooking>,
): Promise<void> {
  authorise(ctx, 'bookings.write')
  const to = { start: new Date(scheduledDate), bdmId }
  const from = was && { start: new Date(was.scheduledDate), bdmId: was.bdmId }
  await ctx.tx(async (tx) => {
    const booking = await lockToMove(tx, id)
    const problem = staffMoveProblem(factsOf(booking), tx.now())
    if (problem) throw new AppError('rule_forbids', problem)
    if (isThere(booking, to)) return
    if (from && !isThere(booking, from)) {
      const { start, bdmName } = await getMeeting(tx, id)
      throw new AppError('conflict', movedMeanwhile(shortTime(start, tx.now()), bdmName))
    }
    await move(tx, booking, to)
  })
}

/** The times to which a meeting can move, its own among them. @throws AppError not_found, invalid */
export async function viewTimesToMove(
  ctx: Ctx,
  id: number,
  { from, to, bdmId }: QueryOf<typeof bookingTimes>,
): Promise<AvailabilityDay[]> {
  const booking = await findBooking(ctx, id)
  if (!booking) throw notFound('Booking')
  return viewDays(ctx, { from, to, except: id, bdmId, now: await clockToMove(ctx, booking) })
}

/**
 * Locks the person first: a concurrent booking of theirs for the same time waits, or is read. @throws AppError
 * not_found
 */
export async function lockToMove(tx: Ctx, id: number): Promise<BookingRow> {
  await lockPersonOf(tx, id)
  await sql`select pg_advisory_xact_lock(${MOVES_LOCK.toString()}::bigint)`.execute(tx.db)
  return lockBooking(tx, id)
}

function isThere(booking: BookingRow, { start, bdmId = booking.bdmId }: NewTime): boolean {
  return booking.start.getTime() === start.getTime() && booking.bdmId === bdmId
}

async function move(tx: Ctx, booking: BookingRow, to: NewTime): Promise<void> {
  const { id } = booking
  const problem = startProblem(to.start, await clockToMove(tx, booking))
  if (problem) throw forbids(problem)
  const before = await getMeeting(tx, id)
  await refuseOverlap(tx, booking, { start: to.start, which: 'settled', except: booking.start })
  await moveToNewTime(tx, before, to)
  await notifyMoved(tx, before)
  await auditChange(tx, id, 'moved', { from: before.start, to: to.start })
  await addChangeActivity(tx, id, 'moved')
  await tx.emit('booking.changed', { bookingId: id })
}

async function moveToNewTime(tx: Ctx, meeting: Meeting, { start, bdmId: wanted }: NewTime): Promise<void> {
  await lockStart(tx, start)
  const week = weekOf(start.getTime())
  const calendars = await loadCalendars(tx, { ...week, except: meeting.id, bdmId: wanted })
  const { offered, free } = findFreeBdms(calendars, start, await preferenceOf(tx, meeting))
  if (!offered) throw forbids(NO_SUCH_TIME)
  const same = ({ id }: { id: number }): number => (id === meeting.bdmId ? 0 : 1)
  for (const { id: bdmId } of free.toSorted((a, b) => same(a) - same(b))) {
    if (await attempt(tx, () => moveBooking(tx, meeting.id, { bdmId, start }))) return
  }
  throw taken()
}

async function preferenceOf(tx: Ctx, { brokerId }: Meeting): Promise<Preference> {
  if (brokerId === null) return NO_PREFERENCE
  const broker = await tx.db
    .selectFrom('brokers')
    .select(['region', 'bdmId'])
    .where('id', '=', brokerId)
    .executeTakeFirst()
  return broker ?? NO_PREFERENCE
}
