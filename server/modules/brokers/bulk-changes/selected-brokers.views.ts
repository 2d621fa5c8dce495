import { sql } from 'kysely'
import type { BrokerSelection } from '#contract/brokers/bulk-changes.ts'
import type { Ctx } from '#server/ctx.ts'
import { matchingBrokers, viewSummary } from '../views.ts'

/** The ids of the chosen brokers who are there, unsorted, as a query. */
export function selectedBrokers(ctx: Ctx, selection: BrokerSelection) {
  const which =
    'ids' in selection ? { ids: selection.ids } : { ...selection.filters, except: selection.except }
  return matchingBrokers(ctx, { ...which, sort: 'name' }).select('brokers.id')
}

const isEverybody = (selection: BrokerSelection): boolean =>
  'filters' in selection &&
  selection.except.length === 0 &&
  Object.values(selection.filters).every((value) => value === undefined)

/**
 * How many brokers are chosen; counted once, when a person selects all matches. Without filters it is a stored figure.
 */
export async function countSelected(ctx: Ctx, selection: BrokerSelection): Promise<number> {
  if (isEverybody(selection)) return (await viewSummary(ctx)).total
  const { brokers } = await ctx.db
    .selectFrom(selectedBrokers(ctx, selection).as('chosen'))
    .select(sql<number>`count(*)::int`.as('brokers'))
    .executeTakeFirstOrThrow()
  return brokers
}
