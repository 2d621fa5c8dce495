import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { changeBroker, findBroker } from './store.ts'

/**
 * Suspends a broker, or ends the suspension; the caller has authorised it and writes the audit. Running campaigns
 * decide again immediately. Only inside `ctx.tx`. @throws AppError not_found
 */
export async function setSuspended(tx: Ctx, brokerId: number, suspended: boolean): Promise<void> {
  const before = await findBroker(tx, brokerId, { forUpdate: true })
  if (!before) throw notFound('Broker')
  if ((before.suspendedAt !== null) === suspended) return
  await changeBroker(tx, brokerId, { suspendedAt: suspended ? tx.now() : null })
  await tx.emit('broker.changed', { brokerIds: [brokerId] })
}
