// Which calls a list, its count and its export hold.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { CallListQuery } from '#contract/calls/calls.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { findSearched, isOfSearched, simulates } from '#server/modules/brokers/views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'

export type CallFilters = Omit<CallListQuery, 'limit' | 'cursor'>

/** The filters with the brokers who match the search; null: more than can be named. */
export type Searched = CallFilters & { found?: readonly number[] | null }

/** Resolves the brokers who match the search, once for list, order and count. */
export async function search<Filters extends CallFilters>(
  ctx: Ctx,
  filters: Filters,
): Promise<Filters & Searched> {
  return filters.q ? { ...filters, found: await findSearched(ctx, filters.q) } : filters
}

/** Calls, filtered alike for list and export. */
export function filtered(ctx: Ctx, filters: Searched) {
  requireDaysInOrder(filters)
  let query = ctx.db.selectFrom('calls')
  // calls requested by id are shown regardless of these filters
  if (!filters.ids) {
    if (!simulates(ctx)) query = query.where('calls.simulated', '=', false)
    if (filters.withdrawn !== 'true' && mayHoldWithdrawn(filters)) query = query.where(wasDialled)
  }
  if (filters.test !== 'true') query = query.where('calls.test', '=', filters.test === 'only')
  if (filters.campaignId) query = query.where('calls.campaignId', '=', filters.campaignId)
  if (filters.brokerId) query = query.where('calls.brokerId', '=', filters.brokerId)
  if (filters.ids) query = query.where('calls.id', '=', anyOf(filters.ids.split(',').map(Number)))
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

/**
 * Withdrawn calls failed without a response: with any other filter an index-only count suffices, without a check of
 * each call.
 */
const mayHoldWithdrawn = ({ outcome, status, response, inFlight }: CallFilters): boolean =>
  (outcome === undefined || outcome === 'provider_fault') &&
  (status === undefined || status === 'failed') &&
  (response === undefined || response === 'none') &&
  inFlight !== 'true'

/** Excludes calls that were certainly not dialled (decision 003). */
const wasDialled = sql<SqlBool>`not (calls.withdrawn and calls.outcome is not distinct from 'provider_fault')`

/** The same with broker and campaign. */
export const matching = (ctx: Ctx, filters: Searched) =>
  filtered(ctx, filters)
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')

/** Indexes hold what calls ended with; those in progress are few. */
const hasNow = (column: 'status' | 'response', test: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`calls.ended_${column}`)} ${test}
    or calls.finished_at is null and ${sql.ref(`calls.${column}`)} ${test})`

/** Of a number without its prefix; fewer find brokers by parts of their numbers alone. */
const WHOLE_NUMBER = 8

/** Calls of the brokers who match the directory's search, or to exactly this number. */
function matchesSearch(q: string, found: Searched['found']): Expression<SqlBool> {
  const ofBroker = isOfSearched(sql`calls.broker_id`, q, found ?? null)
  if (!found) return ofBroker
  // numbers are stored as +61…, but people type 0…
  const digits = q.replaceAll(/\D/g, '').replace(/^(61|0)/, '')
  const toNumber = digits.length >= WHOLE_NUMBER ? sql`or calls.to_number = ${`+61${digits}`}` : sql``
  return sql<SqlBool>`(${ofBroker} ${toNumber})`
}
