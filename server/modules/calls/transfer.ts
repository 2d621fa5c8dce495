import type { Ctx } from '#server/ctx.ts'
import { transferNumber } from './transfer.rules.ts'

/**
 * Who takes over from the voice at this time: the organisation's contact phone, E.164. null where nobody is there, and
 * where it is one of the numbers that our calls come from: it would ring at ourselves.
 */
export async function findTransfer(ctx: Ctx, at: Date): Promise<string | null> {
  const row = await ctx.db.selectFrom('organisation').select('contactPhone').executeTakeFirst()
  const number = row ? transferNumber(row.contactPhone, at) : null
  if (number === null) return null
  const own = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('fromNumber', '=', number)
    .limit(1)
    .executeTakeFirst()
  return own ? null : number
}
