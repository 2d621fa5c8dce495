import type {
  CampaignTemplate,
  createTemplate as createEndpoint,
} from '#contract/campaigns/campaign-templates.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import {
  changeTemplateName,
  countTemplates,
  deleteTemplateRow,
  insertTemplate,
  isTemplateNameTaken,
  lockTemplate,
} from './campaign-templates.store.ts'
import { viewTemplate } from './campaign-templates.views.ts'
import { requireAudience } from './campaigns.ts'

const NAME_TAKEN = 'There is a template of this name already'
/** More than a person reviews; also the limit of one response. */
const MAX_TEMPLATES = 200

/** @throws AppError forbidden, invalid for a name that is taken or a deleted audience, rule_forbids */
export async function createTemplate(
  ctx: Ctx,
  { name, settings }: BodyOf<typeof createEndpoint>,
): Promise<CampaignTemplate> {
  authorise(ctx, 'campaigns.write')
  return ctx.tx(async (tx) => {
    await requireAudience(tx, settings.audienceId)
    await requireRoomForOne(tx)
    const id = await insertTemplate(tx, { name, settings })
    if (id === undefined) throw invalid({ name: NAME_TAKEN })
    await audit(tx, {
      action: 'campaign_template.created',
      subjectType: 'campaign_template',
      subjectId: id,
      after: { name, ...settings },
    })
    return viewTemplate(tx, id)
  })
}

/** @throws AppError forbidden, not_found, invalid for a name that is taken */
export async function renameTemplate(ctx: Ctx, id: number, name: string): Promise<CampaignTemplate> {
  authorise(ctx, 'campaigns.write')
  return ctx.tx(async (tx) => {
    const before = await lockTemplate(tx, id)
    if (!before) throw notFound('Template')
    if (before.name === name) return viewTemplate(tx, id)
    if (await isTemplateNameTaken(tx, { id, name })) throw invalid({ name: NAME_TAKEN })
    await changeTemplateName(tx, id, name)
    await audit(tx, {
      action: 'campaign_template.renamed',
      subjectType: 'campaign_template',
      subjectId: id,
      before,
      after: { name },
    })
    return viewTemplate(tx, id)
  })
}

/** Campaigns that were made from it stay. @throws AppError forbidden, not_found */
export async function deleteTemplate(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'campaigns.write')
  await ctx.tx(async (tx) => {
    const before = await deleteTemplateRow(tx, id)
    if (!before) throw notFound('Template')
    await audit(tx, {
      action: 'campaign_template.deleted',
      subjectType: 'campaign_template',
      subjectId: id,
      before,
    })
  })
}

async function requireRoomForOne(tx: Ctx): Promise<void> {
  if ((await countTemplates(tx)) < MAX_TEMPLATES) return
  throw new AppError('rule_forbids', `There are ${MAX_TEMPLATES} templates already: delete one first.`)
}
