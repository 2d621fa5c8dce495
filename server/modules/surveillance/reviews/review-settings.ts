import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { changeReviewSettings, findReviewSettings } from './reviews.store.ts'

export interface ReviewSettings {
  /** A suspension needs two people. */
  fourEyes: boolean
}

export const readSettings = (ctx: Ctx): Promise<ReviewSettings> => findReviewSettings(ctx)

/** @throws AppError forbidden */
export async function changeSettings(ctx: Ctx, after: ReviewSettings): Promise<ReviewSettings> {
  authorise(ctx, 'organisation.write')
  await ctx.tx(async (tx) => {
    const before = await findReviewSettings(tx, { forUpdate: true })
    if (before.fourEyes === after.fourEyes) return
    await changeReviewSettings(tx, after)
    await audit(tx, { action: 'surveillance.settings_changed', subjectType: 'organisation', before, after })
  })
  return after
}
