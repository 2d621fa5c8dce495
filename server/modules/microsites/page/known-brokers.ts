import type { Ctx } from '#server/ctx.ts'
import type { Freshness } from './freshness.ts'

const MAX_KNOWN = 10_000

/** Whether there is a broker by this id, asked once until brokers change. */
export function rememberBrokers(freshness: Freshness): (ctx: Ctx, id: number) => boolean | Promise<boolean> {
  const known = new Map<number, boolean>()
  let stamp: number | null = null
  return (ctx, id) => {
    const now = freshness.stamp()
    if (now === null || now !== stamp || known.size >= MAX_KNOWN) known.clear()
    stamp = now
    const answer = known.get(id)
    if (answer !== undefined) return answer
    return ask(ctx, id).then((exists) => {
      if (now !== null && stamp === now) known.set(id, exists)
      return exists
    })
  }
}

async function ask(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db.selectFrom('brokers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
