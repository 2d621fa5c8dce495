import type { Ctx } from '#server/ctx.ts'
import { readCameFrom } from './came-from.rules.ts'

/**
 * What a booking or application keeps of where its visitor came from, as JSON; null where its text names no microsite that
 * is there.
 */
export async function storedCameFrom(ctx: Ctx, text: string | null | undefined): Promise<string | null> {
  const from = readCameFrom(text)
  if (!from) return null
  const site = await ctx.db
    .selectFrom('microsites')
    .select('id')
    .where('slug', '=', from.slug)
    .executeTakeFirst()
  return site ? JSON.stringify({ microsite: site.id, ...from.tags }) : null
}
