import type { BodyOf } from '#contract/endpoint.ts'
import type { putSetupAway as putSetupAwayEndpoint } from '#contract/system/setup.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { hideSetup, showSetup } from './setup.store.ts'

/** Hides or shows the first steps for the current user only. @throws AppError forbidden */
export async function putSetupAway(
  ctx: Ctx,
  { putAway }: BodyOf<typeof putSetupAwayEndpoint>,
): Promise<void> {
  authorise(ctx, 'own_setup.write')
  if (ctx.actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person has a list of first steps.')
  const { userId } = ctx.actor
  await ctx.tx(async (tx) => {
    const changed = putAway ? await hideSetup(tx, userId) : await showSetup(tx, userId)
    if (!changed) return
    const subject = { subjectType: 'user', subjectId: userId }
    if (putAway) await audit(tx, { action: 'user.first_steps_put_away', ...subject })
    else await audit(tx, { action: 'user.first_steps_shown', ...subject })
  })
}
