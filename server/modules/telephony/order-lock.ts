import { sql } from 'kysely'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'

const ORDERS = 5_107

/**
 * Prevents concurrent orders, which would pay for two numbers. The lock belongs to the connection, not to a
 * transaction, and ends with it when the process dies.
 * @throws AppError conflict
 */
export async function oneOrderAtATime<T>(ctx: Ctx, vendor: VendorId, work: () => Promise<T>): Promise<T> {
  return ctx.db.connection().execute(async (db) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_lock(${ORDERS}::int, hashtext(${vendor})) as free`.execute(db)
    if (!rows[0]?.free)
      throw new AppError(
        'conflict',
        `Somebody else is ordering a number from ${vendorFacts[vendor].label} right now. Check the result before you order another.`,
      )
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${ORDERS}::int, hashtext(${vendor}))`.execute(db)
    }
  })
}
