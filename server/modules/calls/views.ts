import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Region } from '#contract/brokers.ts'
import { addDays } from '#contract/calendar.ts'
import type {
  Call,
  CallListQuery,
  CallOutcome,
  CallResponse,
  CallSort,
  CallStatus,
  RecordingStatus,
} from '#contract/calls.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { findSearched, isOfSearched } from '#server/modules/brokers/views.ts'
import { inOrder, type Position, type SortKey, streamPages } from '#server/platform/db/keyset.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

export type CallFilters = Omit<CallListQuery, 'limit' | 'cursor'>

/** The filters with the brokers whom the search finds; null: more than can be named. */
type Searched = CallFilters & { found?: readonly number[] | null }

async function search<Filters extends CallFilters>(ctx: Ctx, filters: Filters): Promise<Filters & Searched> {
  return filters.q ? { ...filters, found: await findSearched(ctx, filters.q) } : filters
}

/** Calls, filtered alike for list and export. */
function filtered(ctx: Ctx, filters: Searched) {
  requireDaysInOrder(filters)
  let query = ctx.db.selectFrom('calls')
  if (filters.test !== 'true') query = query.where('calls.test', '=', filters.test === 'only')
  if (filters.campaignId) query = query.where('calls.campaignId', '=', filters.campaignId)
  if (filters.brokerId) query = query.where('calls.brokerId', '=', filters.brokerId)
  if (filters.ids) query = query.where('calls.id', 'in', filters.ids.split(',').map(Number))
  if (filters.from) query = query.where('calls.createdAt', '>=', sydneyMidnight(filters.from))
  if (filters.to) query = query.where('calls.createdAt', '<', sydneyMidnight(addDays(filters.to, 1)))
  if (filters.region) query = query.where('calls.region', '=', filters.region)
  if (filters.status) query = query.where(hasNow('status', sql`= ${filters.status}`))
  if (filters.outcome) query = query.where('calls.outcome', '=', filters.outcome)
  if (filters.inFlight) {
    query = query.where('calls.finishedAt', filters.inFlight === 'true' ? 'is' : 'is not', null)
  }
  if (filters.response === 'none') query = query.where('calls.response', 'is', null)
  else if (filters.response)
    query = query.where(
      hasNow('response', filters.response === 'any' ? sql`> ''` : sql`= ${filters.response}`),
    )
  if (filters.q) query = query.where(matchesSearch(filters.q, filters.found))
  return query
}

/** The same with broker and campaign. */
const matching = (ctx: Ctx, filters: Searched) =>
  filtered(ctx, filters)
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')

const GREATEST_ID = 2_147_483_647

/**
 * The campaigns that may follow a position, and their calls that do. Campaigns are asked by their names alone, so that those
 * already read are passed over; calls by their ids alone, so that the index of a campaign's calls answers.
 */
function behind(
  { position, id }: Position,
  descending: boolean,
): Record<'campaigns' | 'calls', RawBuilder<SqlBool>> {
  const name = sql`lower(campaigns.name)`
  return descending
    ? {
        campaigns: sql<SqlBool>`${name} <= ${position}`,
        calls: sql<SqlBool>`calls.id < case when ${name} = ${position} then ${id}::int else ${GREATEST_ID}::int end`,
      }
    : {
        campaigns: sql<SqlBool>`${name} >= ${position}`,
        calls: sql<SqlBool>`calls.id > case when ${name} = ${position} then ${id}::int else 0 end`,
      }
}

/** With one of these, few of a campaign's calls may match: an index finds them sooner than looking through each campaign. */
const NARROWING = [
  'brokerId',
  'ids',
  'from',
  'to',
  'region',
  'status',
  'outcome',
  'inFlight',
  'response',
  'q',
] as const satisfies (keyof CallFilters)[]

const isNarrowed = (filters: CallFilters): boolean =>
  filters.test === 'only' || NARROWING.some((key) => filters[key] !== undefined)

/**
 * As matching(), of each campaign no more calls than a page has, so that a page in the order of campaigns does not sort all calls
 * of its first one.
 */
function matchingOfEachCampaign(
  ctx: Ctx,
  filters: Searched,
  { descending, after, count }: { descending: boolean; after: Position | null; count: number },
): ReturnType<typeof matching> {
  const own = filtered(ctx, filters)
    .selectAll('calls')
    .where(sql<SqlBool>`calls.campaign_id = campaigns.id`)
    .orderBy('calls.id', descending ? 'desc' : 'asc')
    .limit(count)
  const left = after
    ? behind(after, descending)
    : { campaigns: sql<SqlBool>`true`, calls: sql<SqlBool>`true` }
  const rows = ctx.db
    .selectFrom('campaigns')
    .innerJoinLateral(own.where(left.calls).as('calls'), (join) => join.onTrue())
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .where(left.campaigns)
  // the same tables by the same names
  return rows as unknown as ReturnType<typeof matching>
}

/** Indexes hold what calls ended with; those in progress are few. */
const hasNow = (column: 'status' | 'response', test: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`calls.ended_${column}`)} ${test}
    or calls.finished_at is null and ${sql.ref(`calls.${column}`)} ${test})`

/** Of a number without its prefix; fewer find brokers by parts of their numbers alone. */
const WHOLE_NUMBER = 8

/** Calls of the brokers whom the directory's search finds, or to exactly this number. */
function matchesSearch(q: string, found: Searched['found']): Expression<SqlBool> {
  const ofBroker = isOfSearched(sql`calls.broker_id`, q, found ?? null)
  if (!found) return ofBroker
  // numbers are stored as +61…, but people type 0…
  const digits = q.replaceAll(/\D/g, '').replace(/^(61|0)/, '')
  const toNumber = digits.length >= WHOLE_NUMBER ? sql`or calls.to_number = ${`+61${digits}`}` : sql``
  return sql<SqlBool>`(${ofBroker} ${toNumber})`
}

const columns = [
  'calls.id',
  'calls.campaignId',
  'calls.status',
  'calls.outcome',
  'calls.response',
  'calls.provider',
  'calls.test',
  'calls.toNumber',
  'calls.createdAt',
  'calls.callStartTime',
  'calls.callEndTime',
  'calls.duration',
  'calls.simulatedAt',
  'calls.recordingStatus',
  'calls.cost',
  'calls.costCurrency',
  'calls.brokerId',
  'brokers.name as brokerName',
  'brokers.company',
  'brokers.phone',
  'brokers.region',
  'campaigns.name as campaignName',
] as const

const withColumns = (rows: ReturnType<typeof matching>) => rows.select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

function toCall(row: Row): Call {
  const { brokerId, brokerName, campaignId, campaignName } = row
  return {
    id: row.id,
    campaignId,
    // the checks of the table allow no other values
    status: row.status as CallStatus,
    outcome: row.outcome as CallOutcome | null,
    response: row.response as CallResponse | null,
    recordingStatus: row.recordingStatus as RecordingStatus,
    provider: row.provider,
    test: row.test,
    phoneNumber: row.toNumber,
    createdAt: row.createdAt.toISOString(),
    callStartTime: row.callStartTime?.toISOString() ?? null,
    callEndTime: row.callEndTime?.toISOString() ?? null,
    duration: row.duration,
    simulatedAt: row.simulatedAt?.toISOString() ?? null,
    recordingUrl: row.recordingStatus === 'completed' ? `/api/calls/${row.id}/recording` : null,
    broker:
      brokerId === null || brokerName === null
        ? null
        : {
            id: brokerId,
            name: brokerName,
            company: row.company,
            phone: row.phone,
            region: row.region as Region | null,
          },
    campaign: campaignId === null || campaignName === null ? null : { id: campaignId, name: campaignName },
  }
}

const sorts: Record<CallSort, SortKey & { of?: 'brokers.id' | 'campaigns.id' }> = {
  createdAt: { by: sql`calls.created_at`, type: 'timestamptz' },
  broker: { by: sql`lower(brokers.name)`, type: 'text', of: 'brokers.id' },
  campaign: { by: sql`lower(campaigns.name)`, type: 'text', of: 'campaigns.id' },
  status: { by: sql`calls.ended_status`, type: 'text' },
  response: { by: sql`calls.ended_response`, type: 'text' },
  duration: { by: sql`coalesce(calls.duration, -1)`, type: 'int' },
}

/** Where calls stand whose broker or campaign is gone: behind all others, whatever the direction. */
const NOWHERE = ''

type Matching<Selected> =
  ReturnType<typeof matching> extends SelectQueryBuilder<infer Schema, infer Tables, unknown>
    ? SelectQueryBuilder<Schema, Tables, Selected>
    : never

/** The matching calls in order, from behind `after` on; of each what is selected. */
function ordered<Selected extends { id: number }>(
  ctx: Ctx,
  filters: Searched,
  select: (rows: ReturnType<typeof matching>) => Matching<Selected>,
  after: Position | null,
) {
  const descending = filters.sort.startsWith('-')
  const { of, ...key } = sorts[filters.sort.replace('-', '') as CallSort] // the contract allows no other
  const order = { descending, id: 'calls.id', after }
  const rows = select(matching(ctx, filters))
  if (!of) return inOrder(rows, { ...key, ...order })
  // by the names' own index: an outer join would have to sort all calls
  const named = (count: number) =>
    of === 'campaigns.id' && !isNarrowed(filters)
      ? select(matchingOfEachCampaign(ctx, filters, { descending, after, count }))
      : rows.where(of, 'is not', null)
  const without = inOrder(rows.where(of, 'is', null), {
    ...{ by: sql`''::text`, type: 'text', descending, id: 'calls.id' },
    after: after?.position === NOWHERE ? after : null,
  })
  return {
    limit: (count: number) => ({
      async execute(): Promise<(Selected & Position)[]> {
        const found =
          after?.position === NOWHERE
            ? []
            : await inOrder(named(count), { ...key, ...order })
                .limit(count)
                .execute()
        const rest = count - found.length
        return rest > 0 ? [...found, ...(await without.limit(rest).execute())] : found
      },
    }),
  }
}

/** One page of the filtered calls. */
export async function viewCalls(ctx: Ctx, asked: CallListQuery): Promise<Page<Call>> {
  const query = await search(ctx, asked)
  const cursor = decodeCursor(query.cursor, 2)
  const after = cursor && { position: String(cursor[0]), id: Number(cursor[1]) }
  return readPage({
    db: ctx.db,
    matching: matching(ctx, query),
    rows: ordered(ctx, query, withColumns, after),
    limit: query.limit,
    cursor: ({ position, id }) => [position, id],
    item: toCall,
  })
}

/** All matching calls in order, in pages, so that an export of any size takes little memory; each with this alone. */
export async function* streamCalls<Cell>(
  ctx: Ctx,
  filters: CallFilters,
  cells: Expression<Cell[]>,
): AsyncGenerator<Cell[][]> {
  const asked = await search(ctx, filters)
  const withCells = (rows: ReturnType<typeof matching>) =>
    rows.select(['calls.id', sql<Cell[]>`${cells}`.as('cells')])
  for await (const page of streamPages((after) => ordered(ctx, asked, withCells, after)))
    yield page.map((row) => row.cells)
}

/** One call as the list shows it. @throws AppError not_found */
export async function viewCall(ctx: Ctx, id: number): Promise<Call> {
  const row = await withColumns(matching(ctx, { test: 'true', sort: '-createdAt' }))
    .where('calls.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Call')
  return toCall(row)
}
