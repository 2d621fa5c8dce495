import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { countMissingSources, setMissingSources } from './store.ts'

/** Records the source of numbers for all brokers without one. @returns how many. @throws AppError forbidden */
export async function setNumberSource(ctx: Ctx, words: string): Promise<number> {
  authorise(ctx, 'brokers.write')
  return ctx.tx(async (tx) => {
    const brokers = await setMissingSources(tx, words)
    await audit(tx, {
      action: 'broker.number_sources_recorded',
      subjectType: 'broker',
      subjectId: null,
      after: { numberSource: words, brokers },
    })
    return brokers
  })
}

/** How many of these brokers have no source of their number. */
export async function countWithoutSource(ctx: Ctx, brokerIds: readonly number[]): Promise<number> {
  return brokerIds.length === 0 ? 0 : countMissingSources(ctx, brokerIds)
}
