import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { manyText } from '#contract/surveillance/finding-reasons.ts'
import type {
  decideFindingOfMany as decideEndpoint,
  findingsOfMany as listEndpoint,
} from '#contract/surveillance/findings-of-many.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { restate } from '../checks/restate.ts'
import { alertOf } from '../checks/run-checks.ts'
import { closeMany, existsMany, findOpenMany, releaseFindings } from './many.store.ts'

export async function viewMany(ctx: Ctx): Promise<ReturnsOf<typeof listEndpoint>> {
  return (await findOpenMany(ctx)).map((found) => ({
    ...{ id: found.id, reason: found.reason, importId: found.importId, importName: found.importName },
    ...{ brokers: found.brokers, total: found.total, registerDate: found.registerDate },
    text: manyText(found),
    openedAt: found.openedAt.toISOString(),
  }))
}

/**
 * Dismisses a finding about many, so that the same findings stay silent until they change, or flags each of its brokers.
 * @throws AppError forbidden; not_found; conflict where a colleague has decided
 */
export async function decideMany(
  ctx: Ctx,
  id: number,
  { action, notes }: BodyOf<typeof decideEndpoint>,
): Promise<ReturnsOf<typeof decideEndpoint>> {
  authorise(ctx, 'surveillance.review')
  if (ctx.actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person decides about findings.')
  const reviewer = ctx.actor.userId
  const isDismissed = action === 'dismiss'
  return ctx.tx(async (tx) => {
    const state = isDismissed ? 'dismissed' : 'flagged'
    if (!(await closeMany(tx, id, { state, by: reviewer, note: notes }))) {
      if (!(await existsMany(tx, id))) throw notFound('Finding')
      throw new AppError('conflict', 'This finding is no longer open. Reload the page.')
    }
    const brokers = await releaseFindings(tx, id, { clearedBy: isDismissed ? reviewer : null })
    await restate(
      tx,
      [...new Set(brokers)].sort((one, other) => one - other),
    )
    if (!isDismissed) await alertOf(tx, brokers)
    await audit(tx, {
      action: isDismissed ? 'compliance.many_dismissed' : 'compliance.many_flagged',
      subjectType: 'finding_of_many',
      subjectId: id,
      after: { notes, brokers: brokers.length },
    })
    await tx.emit('matter.settled', { kind: 'finding_of_many' })
    return { brokers: brokers.length }
  })
}
