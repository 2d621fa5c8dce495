import { sql } from 'kysely'
import { SYDNEY } from '#contract/calendar.ts'
import type { CallOutcome } from '#contract/calls/calls.ts'
import type {
  listRequestedCalls,
  RequestedCall,
  RequestedCallState,
} from '#contract/calls/requested-calls.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { localTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inOrder } from '#server/platform/db/keyset.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

/** A finished dial. */
export interface RequestedDial {
  callId: number
  outcome: CallOutcome
  failure: string | null
  /** On the clock that calling hours are judged by. */
  at: Date
}

export async function findDials(ctx: Ctx, callIds: readonly number[]): Promise<RequestedDial[]> {
  const { rows } = await sql<RequestedDial>`
    select id as "callId", outcome, failure, coalesce(simulated_at, created_at) as at
    from calls where id = ${anyOf(callIds)} and outcome is not null`.execute(ctx.db)
  return rows
}

const selectCalls = (ctx: Ctx) =>
  ctx.db
    .selectFrom('requestedCalls as r')
    .innerJoin('brokers as b', 'b.id', 'r.brokerId')
    .leftJoin('campaigns as c', 'c.id', 'r.campaignId')

const withColumns = (query: ReturnType<typeof selectCalls>) =>
  query
    .select(['r.id', 'r.state', 'r.dueAt', 'r.untilAt', 'r.words', 'r.reason', 'r.simulated', 'r.phone'])
    .select(['r.brokerId', 'r.campaignId', 'r.askedInCallId', 'r.callId', 'r.createdAt'])
    .select(['b.name', 'b.company', 'b.timezone', 'c.name as campaignName'])

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

const toRequestedCall = (row: Row): RequestedCall => ({
  id: row.id,
  // the table's check allows no other
  state: row.state as RequestedCallState,
  dueAt: row.dueAt.toISOString(),
  until: row.untilAt.toISOString(),
  localTime: localTime(row.dueAt, { zone: row.timezone }, row.dueAt),
  zone: row.timezone ?? SYDNEY,
  words: row.words,
  reason: row.reason,
  simulated: row.simulated,
  phone: row.phone,
  broker: { id: row.brokerId, name: row.name, company: row.company },
  campaign:
    row.campaignId === null || row.campaignName === null
      ? null
      : { id: row.campaignId, name: row.campaignName },
  askedInCallId: row.askedInCallId,
  callId: row.callId,
  createdAt: row.createdAt.toISOString(),
})

/** @throws AppError not_found */
export async function viewRequestedCall(ctx: Ctx, id: number): Promise<RequestedCall> {
  const row = await withColumns(selectCalls(ctx)).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Requested call')
  return toRequestedCall(row)
}

export async function viewRequestedCalls(
  ctx: Ctx,
  { state, brokerId, campaignId, callId, ...query }: QueryOf<typeof listRequestedCalls>,
): Promise<Page<RequestedCall>> {
  let matching = selectCalls(ctx)
  if (state) matching = matching.where('r.state', '=', state)
  if (brokerId) matching = matching.where('r.brokerId', '=', brokerId)
  if (campaignId) matching = matching.where('r.campaignId', '=', campaignId)
  if (callId)
    matching = matching.where((eb) =>
      eb.or([eb('r.askedInCallId', '=', callId), eb('r.callId', '=', callId)]),
    )
  const cursor = decodeCursor(query.cursor, 2)
  return readPage({
    db: ctx.db,
    matching,
    rows: inOrder(withColumns(matching), {
      ...{ by: sql`r.due_at`, type: 'timestamptz', descending: true, id: 'r.id' },
      after: cursor && { position: String(cursor[0]), id: Number(cursor[1]) },
    }),
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toRequestedCall,
  })
}
