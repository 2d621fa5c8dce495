import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { releaseExpired } from './held-times.store.ts'
import { lapseBookings } from './store.ts'

/**
 * Cancels bookings that were not confirmed in time, and deletes expired holds of calls. These times count as free even
 * before; the job updates lists and figures.
 */
export async function lapse(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    await lapseBookings(tx, sql`true`)
    await releaseExpired(tx)
  })
}
