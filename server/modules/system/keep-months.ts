import type { Ctx } from '#server/ctx.ts'
import { makeMonths, rowsWithoutMonth } from '#server/platform/db/months.ts'
import { withoutMonth } from './months.rules.ts'

/**
 * Creates the partitions of the next months, moves rows there that are in none, and logs a warning about those that
 * remain.
 */
export async function keepMonths(ctx: Ctx): Promise<void> {
  await makeMonths(ctx.db)
  const astray = await rowsWithoutMonth(ctx.db)
  if (astray > 0) ctx.log.warn({ rows: astray }, withoutMonth(astray))
}
