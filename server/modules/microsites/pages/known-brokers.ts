import type { Ctx } from '#server/ctx.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import type { Freshness } from './page-freshness.ts'

const MAX_KNOWN = 10_000

export interface KnownBrokers {
  /** The broker of an id from a link; null if there is none. */
  find(ctx: Ctx, id: number): Promise<number | null>
  /** The cached result; undefined when the database must be queried. */
  current(id: number): number | null | undefined
}

/** Caches the lookups until brokers change. */
export function cacheKnownBrokers(freshness: Freshness): KnownBrokers {
  const known = new Map<number, number | null>()
  let knownAt: number | null = null

  function current(id: number): number | null | undefined {
    const stamp = freshness.stamp()
    if (stamp === null || stamp !== knownAt || known.size >= MAX_KNOWN) known.clear()
    knownAt = stamp
    return known.get(id)
  }

  async function load(ctx: Ctx, id: number): Promise<number | null> {
    const stamp = freshness.stamp()
    const brokerId = await knownBroker(ctx, id)
    if (stamp !== null && stamp === knownAt) known.set(id, brokerId)
    return brokerId
  }

  async function find(ctx: Ctx, id: number): Promise<number | null> {
    const cached = current(id)
    return cached === undefined ? load(ctx, id) : cached
  }

  return { current, find }
}
