import type { Ctx } from '#server/ctx.ts'
import { creditApplications } from '#server/modules/accreditations/credit-applications.ts'
import { creditBookings } from '#server/modules/bookings/credit-bookings.ts'
import { insertOutcome, insertPastOutcomes, type OutcomeKind } from './attribution.store.ts'

const credit = { booking: creditBookings, application: creditApplications }

/** Attributes a new booking or application to a visit, and credits the campaign of its microsite. */
export async function recordOutcome(ctx: Ctx, kind: OutcomeKind, id: number): Promise<void> {
  await credit[kind](ctx, await insertOutcome(ctx, kind, id))
}

/** As `recordOutcome`, for all past bookings and applications, where visits were added later. */
export async function recordPastOutcomes(ctx: Ctx): Promise<void> {
  for (const kind of ['booking', 'application'] as const)
    await credit[kind](ctx, await insertPastOutcomes(ctx, kind))
}
