import { type Expression, type SqlBool, sql } from 'kysely'
import type { Region } from '#contract/brokers.ts'
import type {
  Call,
  CallListQuery,
  CallOutcome,
  CallResponse,
  CallSort,
  CallStatus,
  RecordingStatus,
} from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { containing, readPage } from '#server/platform/http/read-page.ts'

export type CallFilters = Omit<CallListQuery, 'limit' | 'cursor'>

/** Calls with broker and campaign, filtered alike for list and export. */
function matching(ctx: Ctx, filters: CallFilters) {
  let query = ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
  if (filters.test === 'false') query = query.where('calls.test', '=', false)
  if (filters.campaignId) query = query.where('calls.campaignId', '=', filters.campaignId)
  if (filters.brokerId) query = query.where('calls.brokerId', '=', filters.brokerId)
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

/** The sort expressions, and the type that a cursor's text is cast back to. */
const sorts: Record<CallSort, { by: Expression<unknown>; type: 'timestamptz' | 'text' | 'int' }> = {
  createdAt: { by: sql`calls.created_at`, type: 'timestamptz' },
  broker: { by: sql`lower(coalesce(brokers.name, ''))`, type: 'text' },
  campaign: { by: sql`lower(coalesce(campaigns.name, ''))`, type: 'text' },
  status: { by: sql`calls.status`, type: 'text' },
  response: { by: sql`coalesce(calls.response, '')`, type: 'text' },
  duration: { by: sql`coalesce(calls.duration, -1)`, type: 'int' },
}

interface Position {
  value: string
  id: number
}

/** The rows in order, from behind `after` on. */
function inOrder(ctx: Ctx, filters: CallFilters, after: Position | null) {
  const descending = filters.sort.startsWith('-')
  const { by, type } = sorts[filters.sort.replace('-', '') as CallSort] // the contract allows no other
  const direction = descending ? 'desc' : 'asc'
  let rows = selectCalls(ctx, filters)
    .select(sql<string>`(${by})::text`.as('position'))
    .orderBy(by, direction)
    .orderBy('calls.id', direction)
  if (after) {
    const than = sql.raw(descending ? '<' : '>')
    rows = rows.where(
      sql<SqlBool>`(${by}, calls.id) ${than} (${after.value}::${sql.raw(type)}, ${after.id}::int)`,
    )
  }
  return rows
}

/** One page of the filtered calls. */
export async function viewCalls(ctx: Ctx, query: CallListQuery): Promise<Page<Call>> {
  const cursor = decodeCursor(query.cursor, 2)
  const after = cursor && { value: String(cursor[0]), id: Number(cursor[1]) }
  return readPage({
    db: ctx.db,
    matching: matching(ctx, query),
    rows: inOrder(ctx, query, after),
    limit: query.limit,
    cursor: ({ position, id }) => [position, id],
    item: toCall,
  })
}

const EXPORT_PAGE = 1000

export type ExportedCall = Call & { cost: string | null; costCurrency: string | null }

/** Yields all matching calls page by page, so that an export of any size uses little memory. */
export async function* streamCalls(ctx: Ctx, filters: CallFilters): AsyncGenerator<ExportedCall> {
  let after: Position | null = null
  for (;;) {
    const rows: (Row & { position: string })[] = await inOrder(ctx, filters, after)
      .limit(EXPORT_PAGE)
      .execute()
    for (const row of rows) yield { ...toCall(row), cost: row.cost, costCurrency: row.costCurrency }
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_PAGE) return
    after = { value: last.position, id: last.id }
  }
}

/** One call as the list shows it. @throws AppError not_found */
export async function viewCall(ctx: Ctx, id: number): Promise<Call> {
  const row = await selectCalls(ctx, { test: 'true', sort: '-createdAt' })
    .where('calls.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Call')
  return toCall(row)
}
