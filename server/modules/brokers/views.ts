import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { forEachText, textFields } from '#contract/brokers/broker-fields.ts'
import type {
  Broker,
  brokerListQuery,
  brokerSummary,
  CallBasis,
  getBroker,
  Region,
} from '#contract/brokers/brokers.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { inOrder, type Position, type SortKey, streamRows } from '#server/platform/db/keyset.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { findFew } from '#server/platform/db/searched-rows.ts'
import { isoTime, timeText } from '#server/platform/db/times.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { plainAsicNumberOf } from './asic-number.rules.ts'
import { callableIs } from './callable.views.ts'
import { newestChecks } from './newest-checks.views.ts'

type ListQuery = z.output<typeof brokerListQuery>
export type BrokerFilters = Omit<ListQuery, 'limit' | 'cursor'> & {
  /** Only these. */
  ids?: readonly number[] | undefined
  /** All but these. */
  except?: readonly number[] | undefined
}

const DAY_MS = 86_400_000
/** More are found by the search. */
const MOST_AGGREGATORS = 200

/** True while the simulator places the calls; only then do simulated rows count. */
export function simulates(ctx: Ctx): boolean {
  return ctx.providers.voice.active?.simulated ?? true
}

const suppressed = (ctx: Ctx): RawBuilder<boolean> => sql<boolean>`exists (select from suppressions s
  where s.phone = brokers.phone and s.ended_at is null and (${simulates(ctx)} or not s.simulated))`

// matches the expression of the index brokers_search exactly, so that the index is used
const SEARCHED = sql`fold_key(name || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(asic_number, ''))`

/** Of brokers, with any joined tables. */
export const searched = (q: string): RawBuilder<SqlBool> => holds(SEARCHED, searchPattern(q))

/**
 * The brokers who match a search, resolved first: an index serves either side of an `or`, but no join within it.
 * @returns null: more than can be named
 */
export function findSearched(ctx: Ctx, q: string): Promise<number[] | null> {
  return findFew(ctx.db.selectFrom('brokers').select('id').where(searched(q)))
}

/** True where this column refers to a broker who matches the search. @param found by findSearched() */
export const isOfSearched = (
  column: RawBuilder<unknown>,
  q: string,
  found: readonly number[] | null,
): RawBuilder<SqlBool> =>
  found
    ? sql<SqlBool>`${column} = any(${[...found]}::int[])`
    : sql<SqlBool>`${column} in (select brokers.id from brokers where ${searched(q)})`

/** The brokers of a list, unsorted. */
export function matchingBrokers(ctx: Ctx, filters: BrokerFilters) {
  let query = ctx.db.selectFrom('brokers')
  if (filters.q) query = query.where(searched(filters.q))
  if (filters.region) query = query.where(sql<string>`coalesce(region, '')`, '=', filters.region)
  if (filters.status) query = query.where('asicNumber', filters.status === 'Verified' ? 'is not' : 'is', null)
  if (filters.callBasis) query = query.where('callBasis', '=', filters.callBasis)
  if (filters.aggregator === 'none') query = query.where('aggregator', 'is', null)
  else if (filters.aggregator) query = query.where('aggregator', '=', filters.aggregator)
  if (filters.bdmId === 'none') query = query.where('bdmId', 'is', null)
  else if (filters.bdmId) query = query.where('bdmId', '=', filters.bdmId)
  if (filters.suppressed) {
    const condition = suppressed(ctx)
    query = query.where(
      filters.suppressed === 'true' ? sql<SqlBool>`${condition}` : sql<SqlBool>`not ${condition}`,
    )
  }
  if (filters.callable) {
    const simulated = ctx.providers.voice.active?.simulated ?? false
    const standing = { simulated, suppressed: suppressed(ctx) }
    query = query.where(callableIs(ctx, filters.callable, standing))
  }
  if (filters.ids) query = query.where(sql<SqlBool>`brokers.id = any(${[...filters.ids]}::int[])`)
  if (filters.except?.length)
    query = query.where(sql<SqlBool>`brokers.id <> all(${[...filters.except]}::int[])`)
  if (filters.createdWithinDays) {
    const since = new Date(ctx.now().getTime() - filters.createdWithinDays * DAY_MS)
    query = query.where('createdAt', '>=', since)
  }
  return query
}

// joined tables use other column names, because filters and orders use the brokers' columns without their table
const ownBdm = sql<{ ownBdmId: number; bdmName: string; bdmActive: boolean }>`(
  select id as own_bdm_id, name as bdm_name, active as bdm_active from bdms)`.as('own_bdm')

/** The holder of the number among representatives and licensees. */
const holders = sql<{ holder: string; holderEndedOn: string | null; holderRegister: string }>`(
  select e.name as holder, e.ended_on::text as holder_ended_on, e.register as holder_register
  from register_entries e
  where e.number = ${plainAsicNumberOf(sql`brokers.asic_number`)}
    and e.register in ('credit_representatives', 'credit_licensees') and e.until_snapshot_id is null
  order by e.ended_on desc nulls first, e.id limit 1)`.as('holders')

/** The last check compared the holder with the broker and the company, and found neither. */
const isHeldByOther = sql<boolean>`exists (select from compliance_findings f
  where f.broker_id = brokers.id and f.check_type = 'asic_banned' and f.subject like 'licence:%:holder')`

const newestOf = (register: string) =>
  sql`(select max(snapshot_date)::text from register_snapshots where register = ${sql.lit(register)})`
/** The newest snapshot of the holder's register: read once for all rows. */
const heldAsOf = sql<string | null>`case holder_register
  when 'credit_representatives' then ${newestOf('credit_representatives')}
  when 'credit_licensees' then ${newestOf('credit_licensees')} end`

const columns = [
  'brokers.id',
  'brokers.name',
  ...textFields.map((field) => `brokers.${field}` as const),
  'brokers.region',
  'brokers.timezone',
  'brokers.callBasis',
  'brokers.callBasisSource',
  'brokers.numberSource',
] as const

const selectBrokers = (ctx: Ctx, filters: BrokerFilters) =>
  matchingBrokers(ctx, filters)
    .leftJoin(ownBdm, 'ownBdmId', 'brokers.bdmId')
    .leftJoinLateral(holders, (join) => join.onTrue())
    .select(columns)
    .select(['ownBdmId', 'bdmName', 'bdmActive', 'holder', 'holderEndedOn'])
    .select([
      timeText<string | null>('brokers.callBasisAt').as('callBasisAt'),
      timeText('brokers.createdAt').as('createdAt'),
      sql<boolean>`brokers.suspended_at is not null`.as('suspended'),
      ...[suppressed(ctx).as('suppressed'), heldAsOf.as('heldAsOf'), isHeldByOther.as('isHeldByOther')],
    ])
type Row = Awaited<ReturnType<ReturnType<typeof selectBrokers>['executeTakeFirstOrThrow']>>

function toBroker(row: Row): Broker {
  const { ownBdmId, bdmName, holder, heldAsOf } = row
  const region = row.region as Region | null // the table's check allows no other
  return {
    id: row.id,
    name: row.name,
    ...forEachText((field) => row[field]),
    location: region,
    region,
    timezone: row.timezone,
    bdm:
      ownBdmId === null || bdmName === null
        ? null
        : { id: ownBdmId, name: bdmName, active: row.bdmActive === true },
    status: row.asicNumber === null ? 'Pending' : 'Verified',
    registered:
      holder === null || heldAsOf === null
        ? null
        : { holder, endedOn: row.holderEndedOn, snapshotDate: heldAsOf, matches: !row.isHeldByOther },
    callBasis: row.callBasis as CallBasis, // the table's check allows no other
    callBasisSource: row.callBasisSource,
    numberSource: row.numberSource,
    callBasisAt: row.callBasisAt && isoTime(row.callBasisAt),
    suspended: row.suspended,
    suppressed: row.suppressed,
    createdAt: isoTime(row.createdAt),
  }
}

/** Named with its table: alone it would be the text that is selected, which no index sorts. */
const byCreation: SortKey = { by: sql`brokers.created_at`, type: 'timestamptz' }

const sorts: Record<string, SortKey> = {
  createdAt: byCreation,
  name: { by: sql`lower(name)`, type: 'text' },
  company: { by: sql`lower(coalesce(company, ''))`, type: 'text' },
  location: { by: sql`coalesce(region, '')`, type: 'text' },
  phone: { by: sql`coalesce(phone, '')`, type: 'text' },
  asicNumber: { by: sql`coalesce(asic_number, '')`, type: 'text' },
  membership: { by: sql`coalesce(membership, '')`, type: 'text' },
  status: { by: sql`(asic_number is null)::int`, type: 'int' },
}

function ordered(ctx: Ctx, filters: BrokerFilters, after: Position | null) {
  const descending = filters.sort.startsWith('-')
  const key = sorts[filters.sort.replace('-', '')] ?? byCreation
  return inOrder(selectBrokers(ctx, filters), { ...key, descending, id: 'brokers.id', after })
}

/** A search may take long, so page and count are read concurrently. */
const isSearch = ({ q, suppressed, callable }: BrokerFilters): boolean =>
  q !== undefined || suppressed !== undefined || callable !== undefined

/** One page of the filtered directory. */
export async function viewBrokers(ctx: Ctx, query: ListQuery): Promise<Page<Broker>> {
  const cursor = decodeCursor(query.cursor, 2)
  const after = cursor && { position: String(cursor[0]), id: Number(cursor[1]) }
  const rows = ordered(ctx, query, after)
  return readPage({
    db: ctx.db,
    matching: matchingBrokers(ctx, query),
    ...(isSearch(query) ? { rows } : { rowsWithTotal: (total) => rows.select(total) }),
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toBroker,
  })
}

/** Streams all matching brokers page by page, so that a large export needs little memory. */
export async function* streamBrokers(ctx: Ctx, filters: BrokerFilters): AsyncGenerator<Broker> {
  for await (const row of streamRows((after) => ordered(ctx, filters, after))) yield toBroker(row)
}

/** The aggregators that brokers work under, the one with the most first. */
export async function viewAggregators(ctx: Ctx): Promise<{ name: string; brokers: number }[]> {
  const { rows } = await sql<{ name: string; brokers: number }>`
    select aggregator as name, count(*)::int as brokers from brokers where aggregator is not null
    group by 1 order by 2 desc, 1 limit ${MOST_AGGREGATORS}`.execute(ctx.db)
  return rows
}

/** One broker with wash and suppression. @throws AppError not_found */
export async function viewBroker(ctx: Ctx, id: number): Promise<ReturnsOf<typeof getBroker>> {
  const row = await selectBrokers(ctx, { sort: '-createdAt' }).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Broker')
  const phone = row.phone ?? ''
  const [wash, suppression, held, checks] = await Promise.all([
    ctx.db
      .selectFrom('numberWashes')
      .select(['listed', 'washedOn'])
      .where('phone', '=', phone)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('suppressions')
      .select(['id', 'source', 'reason', 'createdAt'])
      .where('phone', '=', phone)
      .where('endedAt', 'is', null)
      .where((eb) => eb.or([eb('simulated', '=', false), eb.val(simulates(ctx))]))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('brokerCompliance')
      .select(['heldSince', 'heldReason'])
      .where('brokerId', '=', id)
      .executeTakeFirst(),
    newestChecks(ctx, id),
  ])
  return {
    ...toBroker(row),
    // the driver returns a date without a time as text
    wash: wash ? { listed: wash.listed, washedOn: String(wash.washedOn) } : null,
    hold: held?.heldSince ? { since: held.heldSince.toISOString(), reason: held.heldReason ?? '' } : null,
    suppression: suppression
      ? {
          id: suppression.id,
          source: suppression.source,
          reason: suppression.reason,
          at: suppression.createdAt.toISOString(),
        }
      : null,
    checks,
  }
}

/** The figures of the cards above the directory. */
export async function viewSummary(ctx: Ctx): Promise<ReturnsOf<typeof brokerSummary>> {
  const weekAgo = new Date(ctx.now().getTime() - 7 * DAY_MS)
  const { rows } = await sql<ReturnsOf<typeof brokerSummary>>`
    select (select count(*) from brokers)::int as total,
      (select count(*) from brokers where asic_number is not null)::int as accredited,
      (select count(*) from brokers where created_at >= ${weekAgo})::int as active_this_week`.execute(ctx.db)
  return rows[0] ?? { total: 0, accredited: 0, activeThisWeek: 0 }
}

/** Resolves a broker id from a link, following a merge; null when there is no such broker. */
export async function knownBroker(ctx: Ctx, id: number | null | undefined): Promise<number | null> {
  if (id == null) return null
  const { rows } = await sql<{ id: number }>`select id from brokers where id = ${id}
    union all select into_id from broker_merges join brokers on brokers.id = into_id where from_id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]?.id ?? null
}
