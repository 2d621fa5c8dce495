import { sql } from 'kysely'
import type { CampaignTemplate } from '#contract/campaigns/campaign-templates.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'

interface Row {
  id: number
  name: string
  settings: CampaignTemplate['settings']
  audienceGone: boolean
  updatedAt: Date
}

async function readTemplates(ctx: Ctx, id: number | null): Promise<CampaignTemplate[]> {
  const { rows } = await sql<Row>`
    select t.id, t.name, t.settings, t.updated_at,
      t.settings->>'audienceId' is not null and not exists (
        select from audiences a where a.id = (t.settings->>'audienceId')::int) as audience_gone
    from campaign_templates t where ${id === null ? sql`true` : sql`t.id = ${id}`}
    order by lower(t.name)`.execute(ctx.db)
  return rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }))
}

export const viewTemplates = (ctx: Ctx): Promise<CampaignTemplate[]> => readTemplates(ctx, null)

/** @throws AppError not_found */
export async function viewTemplate(ctx: Ctx, id: number): Promise<CampaignTemplate> {
  const [template] = await readTemplates(ctx, id)
  if (!template) throw notFound('Template')
  return template
}
