import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type {
  Call,
  CallListQuery,
  CallOutcome,
  CallResponse,
  CallSort,
  CallStatus,
  RecordingStatus,
} from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { inOrder, type Position, type SortKey, streamPages } from '#server/platform/db/keyset.ts'
import { isoTime, timeText } from '#server/platform/db/times.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { type CallFilters, filtered, matching, type Searched, search } from './call-filters.views.ts'

const GREATEST_ID = 2_147_483_647

/**
 * The conditions on campaigns and calls behind a position. Campaigns are compared by their names alone, so that those
 * already read are skipped; calls by their ids alone, so that the index of a campaign's calls serves the query.
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

const columns = [
  'calls.id',
  'calls.campaignId',
  'calls.status',
  'calls.outcome',
  'calls.response',
  'calls.provider',
  'calls.test',
  'calls.toNumber',
  'calls.duration',
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

const times = [
  timeText('calls.createdAt').as('createdAt'),
  timeText<string | null>('calls.callStartTime').as('callStartTime'),
  timeText<string | null>('calls.callEndTime').as('callEndTime'),
  timeText<string | null>('calls.simulatedAt').as('simulatedAt'),
] as const

const withColumns = (rows: ReturnType<typeof matching>) => rows.select(columns).select(times)
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
    createdAt: isoTime(row.createdAt),
    callStartTime: row.callStartTime && isoTime(row.callStartTime),
    callEndTime: row.callEndTime && isoTime(row.callEndTime),
    duration: row.duration,
    simulatedAt: row.simulatedAt && isoTime(row.simulatedAt),
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

/** Sort key of calls whose broker or campaign is deleted: behind all others, in either direction. */
const NOWHERE = ''

type Matching<Selected> =
  ReturnType<typeof matching> extends SelectQueryBuilder<infer Schema, infer Tables, unknown>
    ? SelectQueryBuilder<Schema, Tables, Selected>
    : never

/** The matching calls in order, from behind `after` on, with the selected columns. */
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
    // with a filter counting may take as long as reading
    ...(isNarrowed(query)
      ? { rows: ordered(ctx, query, withColumns, after) }
      : {
          rowsWithTotal: (total) => ordered(ctx, query, (rows) => withColumns(rows).select(total), after),
        }),
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toCall,
  })
}

/** Batch size of an export: many of its calls are of the same brokers, whose rows the database then reads once. */
const ROWS_READ_AT_ONCE = 4000

/** Of all matching calls in order, in pages, so that an export of any size takes little memory, this value of each. */
export async function* streamCalls(
  ctx: Ctx,
  filters: CallFilters,
  value: Expression<string>,
): AsyncGenerator<string[]> {
  const asked = await search(ctx, filters)
  const withValue = (rows: ReturnType<typeof matching>) =>
    rows.select(['calls.id', sql<string>`${value}`.as('value')])
  const read = (after: Position | null) => ordered(ctx, asked, withValue, after)
  for await (const page of streamPages(read, ROWS_READ_AT_ONCE)) yield page.map((row) => row.value)
}

/** One call as the list shows it. @throws AppError not_found */
export async function viewCall(ctx: Ctx, id: number): Promise<Call> {
  const row = await withColumns(
    matching(ctx, { test: 'true', ids: String(id), sort: '-createdAt' }),
  ).executeTakeFirst()
  if (!row) throw notFound('Call')
  return toCall(row)
}
