import type { updateBooking } from '#contract/bookings/bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { addChangeActivity } from './booking-activities.ts'
import { changeProblem, statusProblem } from './change-booking.rules.ts'
import { confirmLocked, factsOf, lockPersonOf } from './confirm-booking.ts'
import { notifyCancelled, notifyDeclined } from './notify.ts'
import { type BookingRow, cancelRow, changeBooking, findBooking } from './store.ts'

/** @throws AppError not_found */
export async function lockBooking(tx: Ctx, id: number): Promise<BookingRow> {
  const booking = await findBooking(tx, id, { forUpdate: true })
  if (!booking) throw notFound('Booking')
  return booking
}

/** Cancels for the visitor; repeating it changes nothing. @throws AppError not_found, rule_forbids */
export async function cancelByVisitor(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (booking.status === 'cancelled') return
    const problem = changeProblem(factsOf(booking), tx.now())
    if (problem) throw new AppError('rule_forbids', problem)
    await cancel(tx, booking)
    await auditChange(tx, id, 'cancelled', { from: booking.start, to: null })
    await tx.emit('booking.changed', { bookingId: id })
  })
}

/** The caller has locked the row and checked that it may be cancelled. */
async function cancel(tx: Ctx, booking: BookingRow): Promise<void> {
  await cancelRow(tx, booking.id)
  // nobody except the requester has been notified of an unconfirmed meeting
  if (booking.status === 'unconfirmed') return notifyDeclined(tx, booking.id)
  // cancelling a past meeting only corrects the record, so it sends no notifications
  if (booking.end > tx.now()) await notifyCancelled(tx, booking.id)
  await addChangeActivity(tx, booking.id, 'cancelled')
}

/** Audits a change of a meeting's time, with the time before. */
export async function auditChange(
  tx: Ctx,
  id: number,
  change: 'moved' | 'cancelled',
  { from, to }: { from: Date; to: Date | null },
): Promise<void> {
  await audit(tx, {
    action: `booking.${change}`,
    subjectType: 'booking',
    subjectId: id,
    before: { scheduledDate: from },
    after: { scheduledDate: to },
  })
}

/** Sets the status or the note on behalf of staff. @throws AppError forbidden, not_found, rule_forbids */
export async function changeByStaff(
  ctx: Ctx,
  id: number,
  changes: BodyOf<typeof updateBooking>,
): Promise<void> {
  authorise(ctx, 'bookings.write')
  await ctx.tx(async (tx) => {
    if (changes.status === 'booked') await lockPersonOf(tx, id)
    const booking = await lockBooking(tx, id)
    const { status = factsOf(booking).status, note = booking.note } = changes
    const problem = statusProblem(factsOf(booking), status, tx.now())
    if (problem) throw new AppError('rule_forbids', problem)
    const [before, after] = [
      { status: booking.status, note: booking.note },
      { status, note },
    ]
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (note !== booking.note) await changeBooking(tx, id, { note })
    if (status === 'cancelled' && booking.status !== 'cancelled') await cancel(tx, booking)
    else if (status === 'booked' && booking.status === 'unconfirmed') await confirmLocked(tx, booking)
    else if (status === 'held' || status === 'no_show' || status === 'booked') {
      if (status !== booking.status) await setStatus(tx, id, status)
    }
    await audit(tx, { action: 'booking.changed', subjectType: 'booking', subjectId: id, before, after })
    await tx.emit('booking.changed', { bookingId: id })
  })
}

/** Sets the outcome of a meeting; `booked` withdraws it. */
async function setStatus(tx: Ctx, id: number, status: 'held' | 'no_show' | 'booked'): Promise<void> {
  await changeBooking(tx, id, { status })
  await addChangeActivity(tx, id, status === 'booked' ? 'reopened' : status)
}
