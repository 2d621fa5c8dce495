import { MERGE_WITH_ITSELF, type mergeBrokers as mergeEndpoint } from '#contract/broker-merge.ts'
import type { Region } from '#contract/brokers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { basisOf, IN_CALL, recorded, settle } from './brokers.ts'
import { mergedFields } from './merge-brokers.rules.ts'
import { moveActivities, noteMerge } from './merge-brokers.store.ts'
import { type BrokerRow, changeBroker, deleteBrokerRow, findBroker, isInCall } from './store.ts'
import { addActivity } from './timeline.ts'

/**
 * Makes two records one: everything that happened with `brokerId` moves to the record `id`, and the former goes.
 * @throws AppError forbidden, invalid, not_found, conflict while either is in a call
 */
export async function mergeBrokers(
  ctx: Ctx,
  id: number,
  { brokerId: fromId, take }: BodyOf<typeof mergeEndpoint>,
): Promise<void> {
  authorise(ctx, 'brokers.merge')
  if (fromId === id) throw invalid({ brokerId: MERGE_WITH_ITSELF })
  await ctx.tx(async (tx) => {
    const { kept, going } = await lockBoth(tx, id, fromId)
    if ((await isInCall(tx, id)) || (await isInCall(tx, fromId))) throw new AppError('conflict', IN_CALL)
    await noteMerge(tx, { fromId, intoId: id, merged: recorded(going) })
    await moveActivities(tx, fromId, id)
    await tx.emit('broker.merging', { fromId, intoId: id })
    await deleteBrokerRow(tx, fromId)
    const fields = mergedFields(kept, going, take)
    const place = { ...kept, ...fields }
    const after = await changeBroker(tx, id, {
      ...fields,
      // the table's check allows no other region
      timezone: zoneFor(place.region as Region | null, place.postcode),
    })
    await audit(tx, {
      action: 'broker.merged',
      subjectType: 'broker',
      subjectId: id,
      before: { kept: recorded(kept), merged: recorded(going) },
      after: recorded(after),
    })
    const description = `Merged with the record ${going.name} (number ${fromId})`
    await addActivity(tx, { type: 'merged', description, brokerId: id, simulated: false })
    await settle(tx, { before: basisOf(kept), after, basis: basisOf(after) })
    tx.changed('activities', 'campaigns', 'calls', 'bookings', 'applications', 'documents', 'messages')
  })
}

/** In the order of their numbers, so that two merges of the same records do not wait for each other for ever. */
async function lockBoth(tx: Ctx, id: number, fromId: number): Promise<{ kept: BrokerRow; going: BrokerRow }> {
  const rows = new Map<number, BrokerRow>()
  for (const each of [id, fromId].sort((a, b) => a - b)) {
    const row = await findBroker(tx, each, { forUpdate: true })
    if (row) rows.set(each, row)
  }
  const kept = rows.get(id)
  const going = rows.get(fromId)
  if (!kept) throw notFound('Broker')
  if (!going) throw invalid({ brokerId: 'This broker no longer exists. Choose another one.' })
  return { kept, going }
}
