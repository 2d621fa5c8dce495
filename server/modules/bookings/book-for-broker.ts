import type { z } from 'zod'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { bookForBroker as endpoint } from '#contract/bookings/staff-bookings.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { bookMeeting } from './book.ts'
import { viewBooking } from './views.ts'

/**
 * Books a meeting for a broker, e.g. one who is on the phone. Their record names them, so nothing has to be confirmed.
 * @throws AppError forbidden, invalid, rule_forbids, conflict
 */
export async function bookForBroker(
  ctx: Ctx,
  { bdmId, ...input }: z.output<typeof endpoint.body>,
): Promise<Booking> {
  authorise(ctx, 'bookings.write')
  const nobodyElse = { brokerKey: null, name: null, email: null, phone: null }
  const { id } = await bookMeeting(ctx, { ...input, ...nobodyElse }, { bdmId: bdmId ?? undefined })
  return viewBooking(ctx, id)
}
