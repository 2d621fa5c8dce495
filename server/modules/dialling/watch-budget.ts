import type { Ctx } from '#server/ctx.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { type Budget, budgetReason } from '#server/modules/campaigns/budget.rules.ts'
import { loadBudget } from '#server/modules/campaigns/budget.views.ts'
import { setStatusAutomatically, warnOfBudget } from '#server/modules/campaigns/campaigns.ts'
import type { CampaignRow } from './views.ts'

/**
 * The campaign's budget on current calls; records the warning when most of it is used. The caller has locked the
 * campaign, so that two processes cannot spend the same amount. @returns null where the campaign has no budget
 */
export async function watchBudget(
  tx: Ctx,
  campaign: CampaignRow,
  { simulated }: { simulated: boolean },
): Promise<Budget | null> {
  const budget = await loadBudget(tx, campaign, simulated)
  if (budget?.level === 'near' && (await warnOfBudget(tx, campaign))) {
    const { spent, amount } = budget
    await addActivity(tx, {
      ...{ type: 'campaign_budget', brokerId: null, campaignId: campaign.id, simulated },
      description: `${campaign.name} has used most of its budget: $${spent} of $${amount}.`,
    })
  }
  return budget
}

/** Pauses an active campaign whose budget permits no call, once no call is on the line. @returns whether it did */
export async function stopOnBudget(
  tx: Ctx,
  campaign: Pick<CampaignRow, 'id' | 'name'>,
  budget: Budget,
  { simulated }: { simulated: boolean },
): Promise<boolean> {
  // the calls on the line may cost less than is reserved for them
  if (budget.level !== 'used' || Number(budget.onTheLine) > 0) return false
  const reason = budgetReason(budget)
  const paused = await setStatusAutomatically(tx, campaign.id, {
    ...{ from: 'active', to: 'paused', reason, byBudget: true },
  })
  if (paused)
    await addActivity(tx, {
      ...{ type: 'campaign_paused', brokerId: null, campaignId: campaign.id, simulated },
      description: `${campaign.name} paused itself: ${reason}`,
    })
  return paused
}
