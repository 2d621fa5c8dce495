import { campaignHistory, listVersions } from '#contract/campaign-history.ts'
import * as contract from '#contract/campaigns.ts'
import { type AppRoute, route, sharedRoute } from '#server/module.ts'
import { createCampaign, updateCampaign } from './campaigns.ts'
import { viewHistory, viewVersions } from './versions.views.ts'
import { viewCampaign, viewCampaigns } from './views.ts'

export const routes: AppRoute[] = [
  sharedRoute(contract.listCampaigns, async ({ ctx, query }) => viewCampaigns(ctx, query)),
  sharedRoute(contract.getCampaign, async ({ ctx, params }) => viewCampaign(ctx, params.id)),
  route(listVersions, async ({ ctx, params }) => viewVersions(ctx, params.id)),
  route(campaignHistory, async ({ ctx, params, query }) => viewHistory(ctx, params.id, query)),
  route(contract.createCampaign, async ({ ctx, body }) => viewCampaign(ctx, await createCampaign(ctx, body))),
  route(contract.updateCampaign, async ({ ctx, params, body }) => {
    await updateCampaign(ctx, params.id, body)
    return viewCampaign(ctx, params.id)
  }),
]
