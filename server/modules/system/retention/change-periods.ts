import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateRetention } from '#contract/system/retention.ts'
import { dayCount } from '#contract/system/retention-periods.ts'
import { retentionKinds } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOrganisation } from '../organisation.store.ts'
import { storePeriod } from './periods.store.ts'
import { savedPeriods } from './periods.views.ts'

/**
 * Changes how long data is kept. Nothing is removed before the next nightly run, which is the first with these periods.
 * @throws AppError forbidden; conflict where a shorter period was not confirmed
 */
export async function changePeriods(
  ctx: Ctx,
  { periods, confirmed }: BodyOf<typeof updateRetention>,
): Promise<void> {
  authorise(ctx, 'retention.write')
  await ctx.tx(async (tx) => {
    // serialises concurrent changes, so that the later one reads the values of the earlier one
    await lockOrganisation(tx)
    const saved = await savedPeriods(tx)
    const changes = retentionKinds.flatMap((kind) => {
      const [before, after] = [saved[kind], periods[kind]]
      return after && !isDeepStrictEqual(before, after) ? [{ kind, before, after }] : []
    })
    if (changes.length === 0) return
    if (!confirmed && changes.some(({ before, after }) => dayCount(after) < dayCount(before))) {
      throw new AppError('conflict', 'A shorter period removes data. Look at how much, and confirm it.')
    }
    for (const { kind, after } of changes) await storePeriod(tx, kind, after)
    await audit(tx, {
      action: 'retention.changed',
      subjectType: 'retention',
      before: Object.fromEntries(changes.map(({ kind, before }) => [kind, before])),
      after: Object.fromEntries(changes.map(({ kind, after }) => [kind, after])),
    })
  })
}
