import type { Ctx } from '#server/ctx.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import type { Freshness } from './page-freshness.ts'

const MAX_KNOWN = 10_000

export interface KnownBrokers {
  /** The broker that the id of a link means; null for nobody's. */
  find(ctx: Ctx, id: number): Promise<number | null>
  /** The same from memory; undefined where the database has to be asked. */
  current(id: number): number | null | undefined
}

/** Asks for each broker once, until brokers change. */
export function cacheKnownBrokers(freshness: Freshness): KnownBrokers {
  const known = new Map<number, number | null>()
  let knownAt: number | null = null

  function current(id: number): number | null | undefined {
    const stamp = freshness.stamp()
    if (stamp === null || stamp !== knownAt || known.size >= MAX_KNOWN) known.clear()
    knownAt = stamp
    return known.get(id)
  }

  async function ask(ctx: Ctx, id: number): Promise<number | null> {
    const stamp = freshness.stamp()
    const meant = await knownBroker(ctx, id)
    if (stamp !== null && stamp === knownAt) known.set(id, meant)
    return meant
  }

  async function find(ctx: Ctx, id: number): Promise<number | null> {
    const remembered = current(id)
    return remembered === undefined ? ask(ctx, id) : remembered
  }

  return { current, find }
}
