import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { type Cell, cellsOfMovedVisits, type Tagged } from './rollups.rules.ts'
import type { Device } from './visits.rules.ts'

/** A visitor of a microsite counts once within this time. */
const ONCE_HOURS = 1
/** Lock key; lets one transaction at a time change rollups, which all contend for the same rows. */
const ROLLUP_LOCK = 7_190_010
const SALT_BYTES = 32

/** The salt of a day, the same for all processes; the first request creates it. */
export async function saltOf(ctx: Ctx, day: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  await ctx.db
    .insertInto('visitSalts')
    .values({ day, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await ctx.db
    .selectFrom('visitSalts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return row.salt
}

/** Deletes salts from before `day`, and visitors last counted before `at`. */
export async function deleteVisitors(ctx: Ctx, before: { day: string; at: Date }): Promise<void> {
  await ctx.db.deleteFrom('visitSalts').where('day', '<', before.day).execute()
  await ctx.db.deleteFrom('recentVisitors').where('countedAt', '<', before.at).execute()
}

export interface VisitedSite {
  id: number
  title: string
  campaignId: number | null
}

/** Returns the existing ones of these microsites and brokers, protected from deletion until the transaction ends. */
export async function lockVisited(
  ctx: Ctx,
  ids: { microsites: readonly number[]; brokers: readonly number[] },
): Promise<{ microsites: Map<number, VisitedSite>; brokers: Set<number> }> {
  const { rows: brokers } = await sql<{
    id: number
  }>`select id from brokers where id = any(${ids.brokers}::int[])
    order by id for key share`.execute(ctx.db)
  const { rows: microsites } = await sql<VisitedSite>`select id, title, campaign_id from microsites
    where id = any(${ids.microsites}::int[]) order by id for key share`.execute(ctx.db)
  return {
    brokers: new Set(brokers.map(({ id }) => id)),
    microsites: new Map(microsites.map((site) => [site.id, site])),
  }
}

/** Held until the transaction ends. Lock rows of brokers and microsites before it, never after, to avoid deadlocks. */
export async function lockRollups(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ROLLUP_LOCK})`.execute(ctx.db)
}

export interface Candidate extends Tagged {
  at: Date
  visitor: Buffer
  key: Buffer
  referrerHost: string | null
  device: Device
}

/**
 * Returns the visits that count, i.e. with no counted visit of the same key within the hour before. The row of the
 * visitor settles races between processes. @param candidates each key at most once per microsite
 */
export async function claimVisits<C extends Candidate>(ctx: Ctx, candidates: readonly C[]): Promise<C[]> {
  const { rows } = await sql<{ micrositeId: number; visitor: Buffer }>`
    insert into recent_visitors as known (microsite_id, visitor, counted_at)
    select * from unnest(${candidates.map(({ micrositeId }) => micrositeId)}::int[],
      ${candidates.map(({ key }) => key)}::bytea[], ${candidates.map(({ at }) => at)}::timestamptz[])
    on conflict (microsite_id, visitor) do update set counted_at = excluded.counted_at
      where known.counted_at <= excluded.counted_at - make_interval(hours => ${ONCE_HOURS})
    returning microsite_id, visitor`.execute(ctx.db)
  const claimed = new Set(rows.map((row) => keyOf(row.micrositeId, row.visitor)))
  const counted = candidates.filter((candidate) => claimed.has(keyOf(candidate.micrositeId, candidate.key)))
  // these were counted by yesterday's hash, so today's, used from 1 am on, is stored as well
  const early = counted.filter(({ key, visitor }) => !key.equals(visitor))
  if (early.length > 0) {
    await sql`insert into recent_visitors (microsite_id, visitor, counted_at)
      select * from unnest(${early.map(({ micrositeId }) => micrositeId)}::int[],
        ${early.map(({ visitor }) => visitor)}::bytea[], ${early.map(({ at }) => at)}::timestamptz[])
      on conflict (microsite_id, visitor) do update set counted_at = excluded.counted_at`.execute(ctx.db)
  }
  return counted
}

export function keyOf(micrositeId: number, hash: Buffer): string {
  return `${micrositeId} ${hash.toString('base64')}`
}

/** Stores counted visits, and adds them to the totals of their microsites. */
export async function insertVisits(ctx: Ctx, visits: readonly Candidate[]): Promise<void> {
  const column = <T>(pick: (visit: Candidate) => T): T[] => visits.map(pick)
  await sql`insert into visits (microsite_id, at, day, visitor, utm_source, utm_medium, utm_campaign, utm_content,
      utm_term, broker_id, referrer_host, device)
    select * from unnest(${column((v) => v.micrositeId)}::int[], ${column((v) => v.at)}::timestamptz[],
      ${column((v) => v.day)}::date[], ${column((v) => v.visitor)}::bytea[], ${column((v) => v.source)}::text[],
      ${column((v) => v.medium)}::text[], ${column((v) => v.campaign)}::text[], ${column((v) => v.content)}::text[],
      ${column((v) => v.term)}::text[], ${column((v) => v.brokerId)}::int[],
      ${column((v) => v.referrerHost)}::text[], ${column((v) => v.device)}::text[])`.execute(ctx.db)
  await sql`update microsites set visits = microsites.visits + added.count
    from (select id, count(*) as count from unnest(${column((v) => v.micrositeId)}::int[]) id group by id) added
    where microsites.id = added.id`.execute(ctx.db)
}

/** Adds to or subtracts from the rollups. Call `lockRollups` first. */
export async function addToRollups(ctx: Ctx, cells: readonly Cell[]): Promise<void> {
  const column = <T>(pick: (cell: Cell) => T): T[] => cells.map(pick)
  await sql`insert into visit_rollups as known (microsite_id, dimension, days, start, value, visits)
    select * from unnest(${column((c) => c.micrositeId)}::int[], ${column((c) => c.dimension)}::text[],
      ${column((c) => c.days)}::smallint[], ${column((c) => c.start)}::date[], ${column((c) => c.value)}::text[],
      ${column((c) => c.visits)}::int[])
    on conflict (microsite_id, dimension, days, start, value) do update
      set visits = known.visits + excluded.visits`.execute(ctx.db)
}

/** Removes a microsite from the rollups, before its row and visits are deleted. */
export async function deleteMicrositeVisits(ctx: Ctx, micrositeId: number): Promise<void> {
  await lockRollups(ctx)
  await sql`update visit_rollups whole set visits = whole.visits - part.visits from visit_rollups part
    where part.microsite_id = ${micrositeId} and whole.microsite_id is null and whole.dimension = part.dimension
      and whole.days = part.days and whole.start = part.start and whole.value = part.value`.execute(ctx.db)
  await sql`delete from visit_rollups where microsite_id = ${micrositeId} or (microsite_id is null and visits = 0)`.execute(
    ctx.db,
  )
}

/** Keeps the visits of deleted brokers in the rollups as visits without a broker. */
export async function detachVisits(ctx: Ctx, brokerIds: readonly number[]): Promise<void> {
  const { rows: visitors } = await sql<{ value: string }>`
    select distinct value from visit_rollups where ${ofBrokers(brokerIds)}`.execute(ctx.db)
  for (const { value } of visitors) await moveInRollups(ctx, Number(value), null)
}

/** Moves the visits of a merged record to the target record. */
export async function mergeVisits(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  await moveInRollups(ctx, fromId, intoId)
  await ctx.db.updateTable('visits').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}

/** The rollups keep the broker of each visit, even after the visits themselves are removed. */
const ofBrokers = (
  ids: readonly number[],
): RawBuilder<boolean> => sql<boolean>`dimension = 'broker' and days = 1
  and microsite_id is not null and value <> '' and value = any(${ids.map(String)}::text[])`

async function moveInRollups(ctx: Ctx, brokerId: number, into: number | null): Promise<void> {
  // before they are read: a microsite that is being deleted takes its own away
  await lockRollups(ctx)
  const { rows } = await sql<{ micrositeId: number; day: string; visits: number }>`
    select microsite_id, start as day, visits from visit_rollups where ${ofBrokers([brokerId])}`.execute(
    ctx.db,
  )
  if (rows.length === 0) return
  await addToRollups(ctx, cellsOfMovedVisits(brokerId, into, rows))
  await sql`delete from visit_rollups where dimension = 'broker' and value = ${String(brokerId)} and visits = 0
    and (microsite_id is null or microsite_id = any(${rows.map(({ micrositeId }) => micrositeId)}::int[]))`.execute(
    ctx.db,
  )
}
