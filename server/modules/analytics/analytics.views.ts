import { type RawBuilder, sql } from 'kysely'
import { daysFromTo } from '#contract/calendar.ts'
import type { AnalyticsQuery, analyticsHours, analyticsSummary, Cost } from '#contract/dashboard/analytics.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { shareOf } from '#server/modules/audiences/lift.rules.ts'
import { bestHourOf } from '#server/modules/dialling/best-hours.rules.ts'
import { currentFigures, type Figures } from '#server/modules/figures/figures.views.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import {
  analyticsPeriodOf,
  dimensionFor,
  hoursDimensionFor,
  periodBefore,
  type Scope,
  type Sums,
  totalsOf,
} from './analytics.rules.ts'
import { viewBranches } from './branches.views.ts'
import { viewFunnel } from './funnel.views.ts'
import { countLoans } from './loans.views.ts'

/** @throws AppError invalid, not_found */
export async function requireScope(ctx: Ctx, query: AnalyticsQuery): Promise<Scope> {
  const asked = analyticsPeriodOf(query, sydneyDate(ctx.now()))
  if (!asked.ok) throw invalid(asked.fields)
  const { campaignId, region } = query
  // none would be found of a campaign that is gone, and nothing is another answer than zero
  if (campaignId !== undefined) await requireCampaign(ctx, campaignId)
  return { ...asked.period, campaignId, region }
}

async function requireCampaign(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('campaigns').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Campaign')
}

/** Calls of the active provider; meetings and applications that people made count whatever it is. */
export function counted(ctx: Ctx): { calls: RawBuilder<boolean>; actions: RawBuilder<boolean> } {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  return { calls: sql`simulated = ${simulated}`, actions: sql`(simulated = ${simulated} or not simulated)` }
}

/** Narrows figures `f` to the campaign and the region of a scope. */
export function within({ campaignId, region }: Pick<Scope, 'campaignId' | 'region'>): RawBuilder<boolean> {
  return sql<boolean>`${campaignId === undefined ? sql`true` : sql`f.campaign_id = ${campaignId}`}
    ${region === undefined ? sql`` : sql`and f.region = ${region}`}`
}

type DayRow = { day: string } & Sums

const callColumns = [
  ...(['calls', 'ended', 'completed', 'responded', 'option_1', 'option_2', 'option_3', 'option_4'] as const),
  ...(['human', 'voicemail', 'no_answer', 'busy', 'declined', 'invalid_number', 'provider_fault'] as const),
  ...(['screened', 'silent', 'cancelled', 'unknown', 'seconds', 'timed'] as const),
]
const actionColumns = ['meetings', 'applications'] as const

/** What was counted by day, for both periods at once. */
async function daysOf(ctx: Ctx, figures: Figures, scope: Scope): Promise<DayRow[]> {
  const { calls, actions } = counted(ctx)
  const sums = callColumns.map(
    (name) => sql`coalesce(sum(${sql.ref(name)}) filter (where ${calls}), 0)::int as ${sql.ref(name)}`,
  )
  const { rows } = await sql<DayRow>`
    select day, ${sql.join(sums)},
      coalesce(sum(meetings) filter (where ${actions}), 0)::int as meetings,
      coalesce(sum(applications) filter (where ${actions}), 0)::int as applications
    from ${figures(dimensionFor(scope), [...callColumns, ...actionColumns], scope)} f where ${within(scope)} group by day`.execute(
    ctx.db,
  )
  return rows
}

async function costsOf(ctx: Ctx, figures: Figures, scope: Scope): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    select currency, sum(amount)::text as amount, sum(priced)::int as calls
    from ${figures(dimensionFor(scope), ['amount', 'priced'], scope)} f where ${within(scope)} and ${counted(ctx).calls}
    group by currency having sum(priced) > 0 order by currency`.execute(ctx.db)
  return rows
}

const NOTHING = 0

function addUp(rows: readonly DayRow[]): DayRow {
  const sum = (name: keyof DayRow): number => rows.reduce((total, row) => total + Number(row[name]), NOTHING)
  const names = [...callColumns.map(camelName), ...actionColumns] as (keyof DayRow)[] // the columns as they are read
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as unknown as DayRow
}

const camelName = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** @throws AppError invalid, not_found */
export async function viewAnalytics(
  ctx: Ctx,
  query: AnalyticsQuery,
): Promise<ReturnsOf<typeof analyticsSummary>> {
  const scope = await requireScope(ctx, query)
  const period = { from: scope.from, to: scope.to }
  const before = periodBefore(period)
  const figures = await currentFigures(ctx)
  const [rows, cost, costBefore, loans, loansBefore, funnel, branches] = await Promise.all([
    daysOf(ctx, figures, { ...scope, from: before.from }),
    costsOf(ctx, figures, scope),
    costsOf(ctx, figures, { ...scope, ...before }),
    countLoans(ctx, scope),
    countLoans(ctx, { ...scope, ...before }),
    viewFunnel(ctx, scope),
    viewBranches(ctx, scope),
  ])
  const own = rows.filter(({ day }) => day >= period.from)
  const now = addUp(own)
  const byDay = new Map(own.map((row) => [row.day, row]))
  return {
    period,
    before,
    current: totalsOf(now, cost, loans),
    previous: totalsOf(addUp(rows.filter(({ day }) => day < period.from)), costBefore, loansBefore),
    days: daysFromTo(period.from, period.to).map((day) => {
      const { calls = 0, human = 0, responded = 0, meetings = 0, applications = 0 } = byDay.get(day) ?? {}
      return { day, calls, reached: human, responses: responded, meetings, applications }
    }),
    ...{ funnel, branches },
  }
}

/** @throws AppError invalid, not_found */
export async function viewHours(ctx: Ctx, query: AnalyticsQuery): Promise<ReturnsOf<typeof analyticsHours>> {
  const scope = await requireScope(ctx, query)
  const figures = await currentFigures(ctx)
  const { rows } = await sql<{ hour: number; calls: number; ended: number; reached: number }>`
    select hour, sum(calls)::int as calls, sum(ended)::int as ended, sum(human)::int as reached
    from ${figures(hoursDimensionFor(scope), ['calls', 'ended', 'human'], scope)} f
    where ${within(scope)} and ${counted(ctx).calls} and hour is not null
    group by hour having sum(ended) > 0 order by hour`.execute(ctx.db)
  const all = rows.reduce((sum, { ended, reached }) => ({ did: sum.did + reached, of: sum.of + ended }), {
    did: 0,
    of: 0,
  })
  const hours = rows.flatMap(({ hour, calls, ended, reached }) => {
    const share = shareOf({ did: reached, of: ended })
    return share
      ? [{ ended, said: { weekday: Math.floor(hour / 24), hour: hour % 24, calls, reached, share } }]
      : []
  })
  const best = bestHourOf(hours.map(({ ended, said }) => ({ calls: ended, reached: said.reached, said })))
  return {
    period: { from: scope.from, to: scope.to },
    hours: hours.map(({ said }) => said),
    best: best?.said ?? null,
    overall: shareOf(all),
  }
}
