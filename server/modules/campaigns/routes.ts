import { campaignHistory, listVersions } from '#contract/campaigns/campaign-history.ts'
import * as templates from '#contract/campaigns/campaign-templates.ts'
import * as contract from '#contract/campaigns/campaigns.ts'
import { type AppRoute, route, sharedRoute } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { createTemplate, deleteTemplate, renameTemplate } from './campaign-templates.ts'
import { viewTemplates } from './campaign-templates.views.ts'
import { createCampaign, updateCampaign } from './campaigns.ts'
import { viewHistory, viewVersions } from './versions.views.ts'
import { viewCampaign, viewCampaigns } from './views.ts'

export const routes: AppRoute[] = [
  sharedRoute(contract.listCampaigns, async ({ ctx, query }) => viewCampaigns(ctx, query)),
  sharedRoute(contract.getCampaign, async ({ ctx, params }) => viewCampaign(ctx, params.id)),
  route(listVersions, async ({ ctx, params }) => viewVersions(ctx, params.id)),
  route(campaignHistory, async ({ ctx, params, query }) => viewHistory(ctx, params.id, query)),
  route(contract.createCampaign, async ({ ctx, body }) => viewCampaign(ctx, await createCampaign(ctx, body))),
  editRoute(contract.updateCampaign, {
    lock: lockRow('campaigns'),
    record: ({ ctx, params }) => viewCampaign(ctx, params.id),
    save: ({ ctx, params, body }) => updateCampaign(ctx, params.id, body),
  }),
  route(templates.listTemplates, async ({ ctx }) => viewTemplates(ctx)),
  route(templates.createTemplate, async ({ ctx, body }) => createTemplate(ctx, body)),
  route(templates.renameTemplate, async ({ ctx, params, body }) => renameTemplate(ctx, params.id, body.name)),
  route(templates.deleteTemplate, async ({ ctx, params }) => {
    await deleteTemplate(ctx, params.id)
    return { deleted: true as const }
  }),
]
