import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { lapseBookings } from './store.ts'

/** Gives up every booking that was not confirmed in time. Its time is free without this too; lists and figures follow. */
export async function lapse(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    await lapseBookings(tx, sql`true`)
  })
}
