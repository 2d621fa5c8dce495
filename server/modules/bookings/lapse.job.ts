import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { releaseExpired } from './held-times.store.ts'
import { lapseBookings } from './store.ts'

/**
 * Gives up every booking that was not confirmed in time, and what was held too long for a call. The times are free
 * without this too; lists and figures follow.
 */
export async function lapse(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    await lapseBookings(tx, sql`true`)
    await releaseExpired(tx)
  })
}
