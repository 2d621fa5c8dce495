import type { BookingStatus } from '#contract/bookings/bookings.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { refuseMore, refuseOverlap } from './admit.ts'
import { settle } from './book.ts'
import { type BookingFacts, changeProblem, LAPSED } from './change-booking.rules.ts'
import { stopAsking } from './notify.ts'
import { countAhead, lockPerson } from './person.store.ts'
import { type BookingRow, changeBooking, findBooking } from './store.ts'

/**
 * Confirms a meeting through the link in its message, which proves the visitor's identity. Repeating it changes
 * nothing.
 * @throws AppError not_found, conflict where the time is no longer held, rule_forbids
 */
export async function confirmByVisitor(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPersonOf(tx, id)
    const booking = await findBooking(tx, id, { forUpdate: true })
    if (!booking) throw notFound('Booking')
    if (booking.status === 'booked') return
    const problem = changeProblem(factsOf(booking), tx.now())
    if (problem) throw new AppError('conflict', problem)
    refuseMore(await countAhead(tx, booking))
    await refuseOverlap(tx, booking, { start: booking.start, which: 'settled' })
    await confirmLocked(tx, booking)
    await audit(tx, { action: 'booking.confirmed', subjectType: 'booking', subjectId: id })
  })
}

export function factsOf(row: BookingRow): BookingFacts & { status: BookingStatus } {
  const { start, cancelledAt, confirmedAt, confirmBy } = row
  return {
    // the table's check allows no other
    status: row.status as BookingStatus,
    start,
    cancelledAt,
    confirmBy: confirmedAt === null ? confirmBy : null,
  }
}

/** Taken before the booking's row, as everywhere. */
export async function lockPersonOf(tx: Ctx, id: number): Promise<void> {
  const booking = await findBooking(tx, id)
  if (booking) await lockPerson(tx, booking)
}

/** The caller has locked person and row. @throws AppError conflict */
export async function confirmLocked(tx: Ctx, { id, status, confirmBy }: BookingRow): Promise<void> {
  const now = tx.now()
  if (status !== 'unconfirmed' || confirmBy === null || confirmBy <= now)
    throw new AppError('conflict', LAPSED)
  await changeBooking(tx, id, { status: 'booked', confirmedAt: now, scheduledAt: now, reviewReason: null })
  await stopAsking(tx, id)
  await settle(tx, id)
}
