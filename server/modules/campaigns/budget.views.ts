import { type RawBuilder, sql } from 'kysely'
import type { BudgetUse } from '#contract/campaigns/campaign-budget.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Budget, budgetOf, MAX_CALL_MINUTES, type Spend } from './budget.rules.ts'

interface Prices {
  callMinutePrice: string | null
  audPerUsd: string | null
}

export function loadPrices(ctx: Ctx): Promise<Prices> {
  return ctx.db.selectFrom('organisation').select(['callMinutePrice', 'audPerUsd']).executeTakeFirstOrThrow()
}

interface Budgeted {
  id: number
  budget: string | null
}

/**
 * Spend of campaigns from their calls; campaigns without calls are left out. Nothing is cached: inside the transaction
 * that has locked a campaign it includes every call that another process has placed for it.
 */
async function spendOf(
  ctx: Ctx,
  ids: readonly number[],
  { simulated, audPerUsd }: { simulated: boolean; audPerUsd: string | null },
): Promise<Map<number, Spend>> {
  const priced: RawBuilder<string | null> = sql`case cost_currency when 'AUD' then cost
    when 'USD' then cost * ${audPerUsd}::numeric end`
  // a call of unknown outcome may have lasted as long as calls can
  const minutes = sql`case when outcome = 'unknown' then ${MAX_CALL_MINUTES} else ceil(coalesce(duration, 0) / 60.0) end`
  // a call that was transferred to a person may last longer
  const longest = sql`greatest(${MAX_CALL_MINUTES},
    ceil(coalesce(extract(epoch from ${ctx.now()}::timestamptz - call_start_time), 0) / 60) + 1)`
  const { rows } = await sql<Spend & { id: number }>`
    select campaign_id as id, coalesce(sum(aud), 0)::text as recorded,
      coalesce(sum(${minutes}) filter (where aud is null and finished_at is not null), 0)::int as unpriced_minutes,
      coalesce(sum(${longest}) filter (where finished_at is null), 0)::int as open_minutes
    from (select campaign_id, finished_at, call_start_time, outcome, duration, ${priced} as aud from calls
      where campaign_id = any(${[...ids]}::int[]) and simulated = ${simulated} and not test) c
    group by campaign_id`.execute(ctx.db)
  return new Map(rows.map(({ id, ...spend }) => [id, spend]))
}

const NOTHING: Spend = { recorded: '0', unpricedMinutes: 0, openMinutes: 0 }

/** The budgets of those campaigns that have one, for one kind of provider. */
export async function loadBudgets(
  ctx: Ctx,
  campaigns: readonly Budgeted[],
  simulated: boolean,
): Promise<Map<number, Budget>> {
  const limited = campaigns.flatMap(({ id, budget }) => (budget === null ? [] : [{ id, budget }]))
  if (limited.length === 0) return new Map()
  const { callMinutePrice, audPerUsd } = await loadPrices(ctx)
  const spends = await spendOf(
    ctx,
    limited.map(({ id }) => id),
    { simulated, audPerUsd },
  )
  return new Map(
    limited.map(({ id, budget }) => [id, budgetOf(budget, spends.get(id) ?? NOTHING, callMinutePrice)]),
  )
}

/** The budget of one campaign; null: it has none. */
export async function loadBudget(ctx: Ctx, campaign: Budgeted, simulated: boolean): Promise<Budget | null> {
  return (await loadBudgets(ctx, [campaign], simulated)).get(campaign.id) ?? null
}

export function toBudgetUse(budget: Budget | undefined, simulated: boolean): BudgetUse | null {
  if (!budget) return null
  const { spent, estimated, onTheLine, nextCall, level } = budget
  return { spent, estimated, onTheLine, nextCall, level, simulated }
}
