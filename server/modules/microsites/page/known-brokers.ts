import type { Ctx } from '#server/ctx.ts'
import type { Freshness } from './freshness.ts'

const MAX_KNOWN = 10_000

export interface KnownBrokers {
  /** Whether there is a broker by this id. */
  find(ctx: Ctx, id: number): Promise<boolean>
  /** The same from memory; undefined where the database has to be asked. */
  current(id: number): boolean | undefined
}

/** Asks for each broker once, until brokers change. */
export function rememberBrokers(freshness: Freshness): KnownBrokers {
  const known = new Map<number, boolean>()
  let knownAt: number | null = null

  function current(id: number): boolean | undefined {
    const stamp = freshness.stamp()
    if (stamp === null || stamp !== knownAt || known.size >= MAX_KNOWN) known.clear()
    knownAt = stamp
    return known.get(id)
  }

  async function ask(ctx: Ctx, id: number): Promise<boolean> {
    const stamp = freshness.stamp()
    const row = await ctx.db.selectFrom('brokers').select('id').where('id', '=', id).executeTakeFirst()
    if (stamp !== null && stamp === knownAt) known.set(id, row !== undefined)
    return row !== undefined
  }

  return { current, find: async (ctx, id) => current(id) ?? ask(ctx, id) }
}
