import { addDays } from '#contract/calendar.ts'
import { sydneyHour } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { cellsOf } from './rollups.rules.ts'
import { identify } from './visitors.rules.ts'
import { deviceOf, referrerHost, tagsOf } from './visits.rules.ts'
import {
  addToRollups,
  type Candidate,
  claimVisits,
  deleteVisitors,
  insertVisits,
  keyOf,
  lockRollups,
  lockVisited,
  saltOf,
  type VisitedSite,
} from './visits.store.ts'

/** A page request by a person's browser, waiting to be counted. IP address and user agent are never stored. */
export interface Hit {
  micrositeId: number
  at: Date
  ip: string
  agent: string
  /** The query of the requested URL. */
  query: Readonly<Record<string, unknown>>
  brokerId: number | null
  referer: string | undefined
}

const HOUR_MS = 3_600_000

/** Salts by day, cached for today and yesterday. */
export type Salts = Map<string, Buffer>

/**
 * Counts visits in one transaction. Safe to repeat: a visitor is not counted again within the hour.
 * @param hits in order, within about a second; the first hit of a visitor counts
 * @returns the number counted
 */
export async function countVisits(ctx: Ctx, hits: readonly Hit[], salts: Salts): Promise<number> {
  const candidates = await candidatesOf(ctx, hits, salts)
  return ctx.tx(async (tx) => {
    const locked = await lockVisited(tx, {
      microsites: [...new Set(candidates.map(({ micrositeId }) => micrositeId))],
      brokers: [...new Set(candidates.flatMap(({ brokerId }) => brokerId ?? []))],
    })
    const existing = candidates
      .filter(({ micrositeId }) => locked.microsites.has(micrositeId))
      .map((candidate) => ({ ...candidate, brokerId: knownBroker(candidate, locked.brokers) }))
    await lockRollups(tx)
    const counted = await claimVisits(tx, existing)
    if (counted.length === 0) return 0
    await insertVisits(tx, counted)
    await addToRollups(tx, cellsOf(counted))
    await emitVisits(tx, counted, locked.microsites)
    return counted.length
  })
}

const knownBroker = ({ brokerId }: Candidate, brokers: ReadonlySet<number>): number | null =>
  brokerId !== null && brokers.has(brokerId) ? brokerId : null

async function candidatesOf(ctx: Ctx, hits: readonly Hit[], salts: Salts): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>()
  const ownHost = new URL(ctx.providers.publicUrl).hostname
  for (const hit of hits) {
    const { micrositeId, at, brokerId, agent } = hit
    const { day, first } = sydneyHour(at)
    const identity = identify(hit, {
      today: await storedSalt(ctx, salts, day),
      yesterday: first ? await storedSalt(ctx, salts, addDays(day, -1)) : null,
    })
    const key = keyOf(micrositeId, identity.key)
    if (candidates.has(key)) continue
    candidates.set(key, {
      ...{ micrositeId, at, day, brokerId, ...identity, ...tagsOf(hit.query) },
      referrerHost: referrerHost(hit.referer, ownHost),
      device: deviceOf(agent),
    })
  }
  return [...candidates.values()]
}

async function storedSalt(ctx: Ctx, salts: Salts, day: string): Promise<Buffer> {
  const cached = salts.get(day)
  if (cached) return cached
  for (const old of salts.keys()) if (old < addDays(day, -1)) salts.delete(old)
  const salt = await saltOf(ctx, day)
  salts.set(day, salt)
  return salt
}

async function emitVisits(
  tx: Ctx,
  counted: readonly Candidate[],
  sites: ReadonlyMap<number, VisitedSite>,
): Promise<void> {
  const visits = counted.flatMap(({ micrositeId, brokerId, at }) => {
    const site = sites.get(micrositeId)
    return brokerId === null || !site
      ? []
      : [{ micrositeId, title: site.title, campaignId: site.campaignId, brokerId, at }]
  })
  if (visits.length > 0) await tx.emit('microsite.visited', { visits })
}

/** Deletes salts from before yesterday, and counted visitors that no longer matter; runs hourly. */
export async function deleteOldVisitors(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const { day } = sydneyHour(now)
  await deleteVisitors(ctx, { day: addDays(day, -1), at: new Date(now.getTime() - 2 * HOUR_MS) })
}
