import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'

export interface ReviewSettings {
  /** A suspension needs two people. */
  fourEyes: boolean
}

export async function readSettings(ctx: Ctx): Promise<ReviewSettings> {
  return ctx.db.selectFrom('surveillanceSettings').select('fourEyes').executeTakeFirstOrThrow()
}

/** @throws AppError forbidden */
export async function changeSettings(ctx: Ctx, after: ReviewSettings): Promise<ReviewSettings> {
  authorise(ctx, 'organisation.write')
  await ctx.tx(async (tx) => {
    const before = await tx.db
      .selectFrom('surveillanceSettings')
      .select('fourEyes')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.fourEyes === after.fourEyes) return
    await tx.db.updateTable('surveillanceSettings').set(after).execute()
    await audit(tx, { action: 'surveillance.settings_changed', subjectType: 'organisation', before, after })
  })
  return after
}
