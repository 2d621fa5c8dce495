import type { Ctx } from '#server/ctx.ts'
import { makeMonths, rowsWithoutMonth } from '#server/platform/db/months.ts'
import { withoutMonth } from './months.rules.ts'

/** Makes the partitions of the next months, moves what has come to lie outside of them, and says what had to stay there. */
export async function keepMonths(ctx: Ctx): Promise<void> {
  await makeMonths(ctx.db)
  const astray = await rowsWithoutMonth(ctx.db)
  if (astray > 0) ctx.log.warn({ rows: astray }, withoutMonth(astray))
}
