import type { updateProfile as updateEndpoint } from '#contract/accounts/broker-accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { updateAccountName } from '#server/modules/accounts/portal-accounts.ts'
import { updateOwnRecord } from '#server/modules/brokers/own-record.ts'
import { normaliseName } from '#server/modules/brokers/rules.ts'

/** Changes the broker's own profile, with the same effects as a change by staff. @throws AppError invalid */
export async function updateProfile(ctx: Ctx, changes: BodyOf<typeof updateEndpoint>): Promise<void> {
  const { userId } = requireBroker(ctx)
  await ctx.tx(async (tx) => {
    await updateOwnRecord(tx, changes)
    await updateAccountName(tx, userId, normaliseName(changes.name))
  })
}
