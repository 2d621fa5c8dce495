import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { AnalyticsQuery, analyticsAnnotations } from '#contract/dashboard/analytics.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { type Register, registerTerms } from '#contract/surveillance/registers.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireScope } from './analytics.views.ts'

type Annotation = ReturnsOf<typeof analyticsAnnotations>[number]

const MOST = 100

/** What may explain a change of the figures. @throws AppError invalid, not_found */
export async function viewAnnotations(ctx: Ctx, query: AnalyticsQuery): Promise<Annotation[]> {
  const { campaignId, ...days } = await requireScope(ctx, query)
  const [from, until] = [sydneyMidnight(days.from), sydneyMidnight(addDays(days.to, 1))]
  // a change without a campaign concerns them all
  const ofCampaign =
    campaignId === undefined ? sql`` : sql`and (campaign_id = ${campaignId} or campaign_id is null)`
  const { rows } = await sql<Omit<Annotation, 'at' | 'day'> & { at: Date }>`
    select * from (
      select c.created_at as at, 'campaign' as kind, 'Campaign created: ' || c.name as text, c.id as campaign_id
      from campaigns c
      union all
      select v.created_at, 'script', 'Script or offer changed: ' || c.name || ', version ' || v.number, c.id
      from campaign_versions v join campaigns c on c.id = v.campaign_id where v.number > 1
      union all
      select s.imported_at, 'register', s.register, null from register_snapshots s
      union all
      select s.published_at, 'scorecard', 'Scorecard published: version ' || s.version, null from scorecards s
      where s.published_at is not null
    ) happened
    where at >= ${from} and at < ${until} ${ofCampaign} order by at desc limit ${MOST}`.execute(ctx.db)
  return rows.map(({ at, kind, text, campaignId }) => ({
    ...{ kind, campaignId, at: at.toISOString(), day: sydneyDate(at) },
    // the table's check allows no other register
    text: kind === 'register' ? `Register imported: ${registerTerms[text as Register].label}` : text,
  }))
}
