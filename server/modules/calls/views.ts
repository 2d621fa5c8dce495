import { type Expression, type SqlBool, sql } from 'kysely'
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
import { inOrder, type Position, type SortKey, streamRows } from '#server/platform/db/keyset.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

export type CallFilters = Omit<CallListQuery, 'limit' | 'cursor'>

/** Calls with broker and campaign, filtered alike for list and export. */
function matching(ctx: Ctx, filters: CallFilters) {
  if (filters.from && filters.to && filters.from > filters.to)
    throw invalid({ to: 'The last day cannot be before the first' })
  let query = ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
  if (filters.test !== 'true') query = query.where('calls.test', '=', filters.test === 'only')
  if (filters.campaignId) query = query.where('calls.campaignId', '=', filters.campaignId)
  if (filters.brokerId) query = query.where('calls.brokerId', '=', filters.brokerId)
  if (filters.from) query = query.where('calls.createdAt', '>=', sydneyMidnight(filters.from))
  if (filters.to) query = query.where('calls.createdAt', '<', sydneyMidnight(addDays(filters.to, 1)))
  if (filters.region) query = query.where('brokers.region', '=', filters.region)
  if (filters.status) query = query.where('calls.status', '=', filters.status)
  if (filters.outcome) query = query.where('calls.outcome', '=', filters.outcome)
  if (filters.inFlight) {
    query = query.where('calls.finishedAt', filters.inFlight === 'true' ? 'is' : 'is not', null)
  }
  if (filters.response === 'any') query = query.where('calls.response', 'is not', null)
  else if (filters.response === 'none') query = query.where('calls.response', 'is', null)
  else if (filters.response) query = query.where('calls.response', '=', filters.response)
  if (filters.q) query = query.where(matchesSearch(filters.q))
  return query
}

/** Matches name and company, or the digits of the number in any grouping. */
function matchesSearch(q: string): Expression<SqlBool> {
  const like = containing(q)
  // numbers are stored as +61…, but people type 0…
  const digits = q.replaceAll(/\D/g, '').replace(/^(61|0)/, '')
  const byNumber = digits.length > 2 ? sql`or calls.to_number like ${`%${digits}%`}` : sql``
  return sql<SqlBool>`(lower(brokers.name) like ${like} or lower(brokers.company) like ${like} ${byNumber})`
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

const selectCalls = (ctx: Ctx, filters: CallFilters) => matching(ctx, filters).select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof selectCalls>['executeTakeFirstOrThrow']>>

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

const sorts: Record<CallSort, SortKey> = {
  createdAt: { by: sql`calls.created_at`, type: 'timestamptz' },
  broker: { by: sql`lower(coalesce(brokers.name, ''))`, type: 'text' },
  campaign: { by: sql`lower(coalesce(campaigns.name, ''))`, type: 'text' },
  status: { by: sql`calls.status`, type: 'text' },
  response: { by: sql`coalesce(calls.response, '')`, type: 'text' },
  duration: { by: sql`coalesce(calls.duration, -1)`, type: 'int' },
}

/** The rows in order, from behind `after` on. */
function ordered(ctx: Ctx, filters: CallFilters, after: Position | null) {
  const descending = filters.sort.startsWith('-')
  const key = sorts[filters.sort.replace('-', '') as CallSort] // the contract allows no other
  return inOrder(selectCalls(ctx, filters), { ...key, descending, id: 'calls.id', after })
}

/** One page of the filtered calls. */
export async function viewCalls(ctx: Ctx, query: CallListQuery): Promise<Page<Call>> {
  const cursor = decodeCursor(query.cursor, 2)
  const after = cursor && { position: String(cursor[0]), id: Number(cursor[1]) }
  return readPage({
    db: ctx.db,
    matching: matching(ctx, query),
    rows: ordered(ctx, query, after),
    limit: query.limit,
    cursor: ({ position, id }) => [position, id],
    item: toCall,
  })
}

export type ExportedCall = Call & { cost: string | null; costCurrency: string | null }

/** Yields all matching calls page by page, so that an export of any size uses little memory. */
export async function* streamCalls(ctx: Ctx, filters: CallFilters): AsyncGenerator<ExportedCall> {
  for await (const row of streamRows((after) => ordered(ctx, filters, after)))
    yield { ...toCall(row), cost: row.cost, costCurrency: row.costCurrency }
}

/** One call as the list shows it. @throws AppError not_found */
export async function viewCall(ctx: Ctx, id: number): Promise<Call> {
  const row = await selectCalls(ctx, { test: 'true', sort: '-createdAt' })
    .where('calls.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Call')
  return toCall(row)
}
