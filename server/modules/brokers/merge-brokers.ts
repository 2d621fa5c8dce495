import { MERGE_WITH_ITSELF, type mergeBrokers as mergeEndpoint } from '#contract/brokers/broker-merge.ts'
import type { Region } from '#contract/brokers/brokers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { moveMemberships } from './broker-lists.store.ts'
import { auditFields, basisOf, finishBrokerChange, IN_CALL } from './brokers.ts'
import { mergedFields } from './merge-brokers.rules.ts'
import { insertMerge, moveActivities } from './merge-brokers.store.ts'
import { type BrokerRow, changeBroker, deleteBrokerRow, findBroker, isInCall } from './store.ts'
import { addActivity } from './timeline.ts'

/**
 * Merges the record `brokerId` into the record `id`: moves its whole history, then deletes it.
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
    const { target, source } = await lockBoth(tx, id, fromId)
    if ((await isInCall(tx, id)) || (await isInCall(tx, fromId))) throw new AppError('conflict', IN_CALL)
    await insertMerge(tx, { fromId, intoId: id, merged: auditFields(source) })
    await moveActivities(tx, fromId, id)
    await moveMemberships(tx, fromId, id)
    await tx.emit('broker.merging', { fromId, intoId: id })
    await deleteBrokerRow(tx, fromId)
    const fields = mergedFields(target, source, take)
    const place = { ...target, ...fields }
    const after = await changeBroker(tx, id, {
      ...fields,
      // the table's check constraint allows no other region
      timezone: zoneFor(place.region as Region | null, place.postcode),
    })
    await audit(tx, {
      action: 'broker.merged',
      subjectType: 'broker',
      subjectId: id,
      before: { kept: auditFields(target), merged: auditFields(source) },
      after: auditFields(after),
    })
    const description = `Merged with the record ${source.name} (number ${fromId})`
    await addActivity(tx, { type: 'merged', description, brokerId: id, simulated: false })
    await finishBrokerChange(tx, { before: basisOf(target), after, basis: basisOf(after) })
  })
}

/** Locks both records in the order of their ids, so that two merges of the same records cannot deadlock. */
async function lockBoth(
  tx: Ctx,
  id: number,
  fromId: number,
): Promise<{ target: BrokerRow; source: BrokerRow }> {
  const rows = new Map<number, BrokerRow>()
  for (const brokerId of [id, fromId].sort((a, b) => a - b)) {
    const row = await findBroker(tx, brokerId, { forUpdate: true })
    if (row) rows.set(brokerId, row)
  }
  const target = rows.get(id)
  const source = rows.get(fromId)
  if (!target) throw notFound('Broker')
  if (!source) throw invalid({ brokerId: 'This broker no longer exists. Choose another one.' })
  return { target, source }
}
