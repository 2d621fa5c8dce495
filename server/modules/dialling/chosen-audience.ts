import type { AudienceRule } from '#contract/brokers/audiences.ts'
import type { Ctx } from '#server/ctx.ts'
import { problemsOf, rulesOf, viewAudience } from '#server/modules/audiences/audiences.views.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import type { HoldOut } from './arms.store.ts'
import type { CampaignRow } from './views.ts'

/** Left out: as the campaign has it. */
export interface AudienceChoice {
  audienceId?: number | null | undefined
  holdOutPercent?: number | undefined
}

export interface Chosen {
  audienceId: number | null
  /** null: all brokers. */
  rules: AudienceRule[] | null
  holdOut: HoldOut
}

/** @throws AppError invalid for a deleted audience, conflict for one whose rules name deleted items */
export async function chosenAudience(
  ctx: Ctx,
  campaign: Pick<CampaignRow, 'id' | 'audienceId' | 'holdOutPercent' | 'holdOutSeed'>,
  choice: AudienceChoice,
): Promise<Chosen> {
  const audienceId = choice.audienceId === undefined ? campaign.audienceId : choice.audienceId
  const percent = choice.holdOutPercent ?? campaign.holdOutPercent
  const holdOut = { campaignId: campaign.id, percent, seed: campaign.holdOutSeed }
  if (audienceId === null) return { audienceId, rules: null, holdOut }
  const rules = await rulesOf(ctx, audienceId).catch(() => {
    throw invalid({ audienceId: 'This audience is gone: choose another' })
  })
  const [problem] = await problemsOf(ctx, rules)
  if (problem) {
    const { name } = await viewAudience(ctx, audienceId)
    throw new AppError(
      'conflict',
      `The audience ${name} cannot be called. ${problem} Change its rules under Audiences.`,
    )
  }
  return { audienceId, rules, holdOut }
}
