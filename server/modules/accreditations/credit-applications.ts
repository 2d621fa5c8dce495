import type { Ctx } from '#server/ctx.ts'
import type { CampaignCredit } from '#server/modules/brokers/credit.views.ts'
import { creditCampaigns } from './store.ts'

/** Credits the campaigns of the microsites that led to applications; an application of a call keeps its campaign. */
export async function creditApplications(tx: Ctx, credits: readonly CampaignCredit[]): Promise<void> {
  if (credits.length > 0) await creditCampaigns(tx, credits)
}
