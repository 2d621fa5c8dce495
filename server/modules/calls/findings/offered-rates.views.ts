import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { offeredRates } from './stated-rates.rules.ts'

/** The rates of the offers that these calls were made with, by call. */
export async function viewOfferedRates(
  ctx: Ctx,
  callIds: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const rows = await ctx.db
    .selectFrom('calls')
    .innerJoin('campaignVersions as version', 'version.id', 'calls.campaignVersionId')
    .select(['calls.id', 'version.product', 'version.rate', 'version.rateType', 'version.callScript'])
    .select(['version.aiPrompt', 'version.aiInstructions'])
    .where('calls.id', '=', anyOf(callIds))
    .execute()
  return new Map(
    rows.map(({ id, product, rate, rateType, callScript, aiPrompt, aiInstructions }) => [
      id,
      offeredRates([
        ...[product, rateType, callScript, aiPrompt ?? '', aiInstructions ?? ''],
        rate === null ? '' : `${rate}%`,
      ]),
    ]),
  )
}
