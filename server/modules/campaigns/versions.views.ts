import { sql } from 'kysely'
import {
  type CampaignHistoryEntry,
  type CampaignVersion,
  type campaignHistory,
  MOST_VERSIONS,
} from '#contract/campaigns/campaign-history.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

/** Versions of the script with what their calls led to, from the figures of versions. @throws AppError not_found */
export async function viewVersions(ctx: Ctx, campaignId: number): Promise<CampaignVersion[]> {
  await requireCampaign(ctx, campaignId)
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const figures = await currentFigures(ctx)
  const { rows } = await sql<Omit<CampaignVersion, 'createdAt'> & { createdAt: Date }>`
    with own as (
      select v.*, u.name as author from campaign_versions v left join users u on u.id = v.created_by
      where v.campaign_id = ${campaignId} order by v.number desc limit ${MOST_VERSIONS}
    ), counted as (
      select version_id, sum(calls)::int as calls, sum(ended)::int as ended, sum(responded)::int as responses
      from ${figures('version', ['calls', 'ended', 'responded'])} f where campaign_id = ${campaignId} and simulated = ${simulated}
        and version_id = any(array(select id from own)) group by version_id
    )
    select own.id, number, product, rate, rate_type, call_script, ai_prompt, ai_personality, ai_instructions, created_at,
      author as created_by, coalesce(calls, 0) as calls, coalesce(ended, 0) as ended, coalesce(responses, 0) as responses
    from own left join counted on counted.version_id = own.id order by number desc`.execute(ctx.db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** The actions on a campaign, with their actors. @throws AppError not_found */
export async function viewHistory(
  ctx: Ctx,
  campaignId: number,
  query: QueryOf<typeof campaignHistory>,
): Promise<Page<CampaignHistoryEntry>> {
  await requireCampaign(ctx, campaignId)
  const cursor = decodeIdCursor(query.cursor)
  const matching = ctx.db
    .selectFrom('auditLog')
    .where('subjectType', '=', 'campaign')
    .where('subjectId', '=', String(campaignId))
  return readPage({
    db: ctx.db,
    matching,
    rows: (cursor === null ? matching : matching.where('auditLog.id', '<', cursor))
      .leftJoin('users', 'users.id', 'auditLog.actorId')
      .select(['auditLog.id', 'at', 'actor', 'users.name', 'action', 'before', 'after'])
      .orderBy('auditLog.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: ({ id, at, actor, name, action, before, after }) => ({
      ...{ id, at: at.toISOString(), actor: name ?? actor, action, before, after },
    }),
  })
}

async function requireCampaign(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('campaigns').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Campaign')
}
