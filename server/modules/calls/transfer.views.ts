import type { Ctx } from '#server/ctx.ts'
import { transferNumber } from './transfer.rules.ts'

/**
 * The number that takes transfers at this time: the organisation's contact phone, E.164. Null outside staffed hours,
 * and when it is one of our own caller numbers, which would call ourselves.
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
