import { type Expression, type SqlBool, sql } from 'kysely'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import type { PageQuery } from '#contract/page.ts'
import { percentOf } from '#contract/percent.ts'
import { foldKey } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { loadBudgets, toBudgetUse } from './budget.views.ts'
import { type CampaignFigures, callCountsOf, progressOf } from './campaign-figures.views.ts'
import { resultsOf } from './rules.ts'

const withAudience = (ctx: Ctx) =>
  ctx.db
    .selectFrom('campaigns')
    .selectAll('campaigns')
    .select(
      sql<Campaign['audience']>`(select json_build_object('id', a.id, 'name', a.name) from audiences a
        where a.id = campaigns.audience_id)`.as('audience'),
    )
type Row = Awaited<ReturnType<ReturnType<typeof withAudience>['executeTakeFirstOrThrow']>>

type WithFigures = Row & { [Figure in keyof CampaignFigures]: CampaignFigures[Figure] | null } & {
  lastMinute: number
  budgetUse: Campaign['budgetUse']
}

/** Dials of the last minute are counted up to here. */
const MOST_A_MINUTE = 1_000

/** The rows with their figures, newest first, in one statement. */
async function readWithFigures(ctx: Ctx, rows: ReturnType<typeof withAudience>): Promise<WithFigures[]> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const ids = sql`array(select id from shown)`
  const read = await sql<Omit<WithFigures, 'budgetUse'>>`with shown as materialized ${rows}
    select shown.*, p.enrolled, p.done, p.in_flight, p.waiting, p.next_call_at, p.next_call_reason, p.retries,
      p.dialled, p.screened, p.reached, p.chose, p.booked, p.accredited, f.calls, f.completed, f.cost, f.option1, f.option2, f.option3, f.option4, f.responded,
      f.human, f.unanswered, f.ended, f.meetings, f.first_day, f.last_day,
      -- a subquery hides the time from the planner, which expects few calls so recent and would read those of all campaigns for each
      (select count(*)::int from (select from calls c where c.campaign_id = shown.id and not c.test and c.simulated = ${simulated}
        and c.created_at > (select statement_timestamp() - interval '1 minute') limit ${MOST_A_MINUTE}) dialled) as last_minute
    from shown left join ${progressOf(ctx, ids)} p on p.id = shown.id left join ${await callCountsOf(ctx, ids)} f on f.id = shown.id
    order by shown.id desc`.execute(ctx.db)
  const budgets = await loadBudgets(ctx, read.rows, simulated)
  return read.rows.map((row) => ({ ...row, budgetUse: toBudgetUse(budgets.get(row.id), simulated) }))
}

function toCampaign(row: WithFigures): Campaign {
  const { calls, completed, enrolled, done, inFlight, waiting, nextCallAt } = row
  const { dialled, screened, reached, chose, booked, accredited } = row
  const { option1, option2, option3, option4, responded, human, unanswered, ended } = row
  return {
    ...row,
    // the table's check constraints allow no other values
    status: row.status as Campaign['status'],
    aiPersonality: row.aiPersonality as Campaign['aiPersonality'],
    totalCalls: calls ?? 0,
    callsCompleted: completed ?? 0,
    progress: { enrolled: enrolled ?? 0, done: done ?? 0, inFlight: inFlight ?? 0, waiting: waiting ?? 0 },
    funnel: {
      ...{ dialled: dialled ?? 0, screened: screened ?? 0, reached: reached ?? 0, chose: chose ?? 0 },
      ...{ booked: booked ?? 0, accredited: accredited ?? 0 },
    },
    results: resultsOf({
      options: {
        option_1: option1 ?? 0,
        option_2: option2 ?? 0,
        option_3: option3 ?? 0,
        option_4: option4 ?? 0,
      },
      ...{ responded: responded ?? 0, human: human ?? 0, unanswered: unanswered ?? 0, ended: ended ?? 0 },
    }),
    responseRate: ended ? percentOf(responded ?? 0, ended) : null,
    meetings: row.meetings ?? 0,
    ...{ firstDay: row.firstDay, lastDay: row.lastDay },
    cost: row.cost ?? [],
    nextCallAt: row.status === 'active' ? (nextCallAt?.toISOString() ?? null) : null,
    nextCallReason: row.status === 'active' ? row.nextCallReason : null,
    retries: row.retries ?? 0,
    budgetStoppedAt: row.budgetStoppedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** @throws AppError not_found */
export async function viewCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  const [campaign] = await readWithFigures(ctx, withAudience(ctx).where('campaigns.id', '=', id))
  if (!campaign) throw notFound('Campaign')
  return toCampaign(campaign)
}

/** Campaigns, newest first. */
export async function viewCampaigns(
  ctx: Ctx,
  query: PageQuery & { status?: Campaign['status'] },
): Promise<Page<Campaign>> {
  const cursor = decodeIdCursor(query.cursor)
  const condition = filtersOf(query)
  const matching = withAudience(ctx).where(condition)
  const rows = (cursor === null ? matching : matching.where('campaigns.id', '<', cursor)).orderBy(
    'campaigns.id',
    'desc',
  )
  return readPage({
    db: ctx.db,
    matching: ctx.db.selectFrom('campaigns').where(condition),
    rows: {
      limit: (count) => ({ execute: () => readWithFigures(ctx, rows.limit(count)) }),
    },
    limit: query.limit,
    counting: query.total,
    mostlyAll: cursor === null,
    cursor: ({ id }) => [id],
    item: toCampaign,
  })
}

function filtersOf({ status, q }: { status?: Campaign['status']; q?: string }): Expression<SqlBool> {
  const byStatus = status ? sql`campaigns.status = ${status}` : sql`true`
  const like = q ? containing(foldKey(q)) : null
  const byText = like
    ? sql`(fold_key(campaigns.name) like ${like} or fold_key(campaigns.product) like ${like})`
    : sql`true`
  return sql<SqlBool>`${byStatus} and ${byText}`
}
