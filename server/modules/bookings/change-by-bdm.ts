import type { Ctx } from '#server/ctx.ts'
import { attempt } from '#server/platform/db/attempt.ts'
import { AppError } from '#server/platform/errors.ts'
import { refuseOverlap } from './admit.ts'
import { lockStart } from './book.ts'
import { addChangeActivity } from './booking-activities.ts'
import { auditChange } from './change-booking.ts'
import { getMeeting } from './meeting.views.ts'
import { notifyCancelled, notifyMoved } from './notify.ts'
import { lockToMove } from './reschedule.ts'
import { type BookingRow, cancelRow, moveBooking } from './store.ts'

/** Locks a meeting as every move does. Only inside `ctx.tx`. @throws AppError not_found */
export const lockMeeting = (tx: Ctx, id: number): Promise<BookingRow> => lockToMove(tx, id)

/** The audit log names the BDM, who may have no account. */
const asBdm = (tx: Ctx, { bdmEmail }: { bdmEmail: string }): Ctx =>
  tx.as({ kind: 'system', name: `${bdmEmail}, in their own calendar` })

/**
 * Moves a meeting as its BDM moved it in their own calendar: also outside their slots. They are not notified of it. The
 * caller has locked the meeting, and checked that it is ahead and its new time too. Only inside `ctx.tx`.
 * @returns why it stays where it is; null: it is moved
 */
export async function moveByBdm(
  tx: Ctx,
  booking: BookingRow,
  start: Date,
): Promise<'taken' | 'person' | null> {
  const { id, bdmId } = booking
  const before = await getMeeting(tx, id)
  const by = asBdm(tx, before)
  if (!(await isPersonFree(tx, booking, start))) return 'person'
  await lockStart(tx, start)
  if (!(await attempt(tx, () => moveBooking(tx, id, { bdmId, start })))) return 'taken'
  await notifyMoved(by, before, { byBdm: true })
  await auditChange(by, id, 'moved', { from: before.start, to: start })
  await addChangeActivity(by, id, 'moved', { byBdm: true })
  await by.emit('booking.changed', { bookingId: id })
  return null
}

async function isPersonFree(tx: Ctx, booking: BookingRow, start: Date): Promise<boolean> {
  try {
    await refuseOverlap(tx, booking, { start, which: 'settled', except: booking.start })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Cancels a meeting whose entry its BDM deleted. Under the conditions of `moveByBdm`. */
export async function cancelByBdm(tx: Ctx, { id, start }: BookingRow): Promise<void> {
  const by = asBdm(tx, await getMeeting(tx, id))
  await cancelRow(tx, id)
  await notifyCancelled(by, id, { byBdm: true })
  await addChangeActivity(by, id, 'cancelled', { byBdm: true })
  await auditChange(by, id, 'cancelled', { from: start, to: null })
  await by.emit('booking.changed', { bookingId: id })
}
