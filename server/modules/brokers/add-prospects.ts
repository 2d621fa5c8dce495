import { zoneFor } from '#server/calendar/regions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { insertProspects, type NewProspect } from './store.ts'
import { addActivity } from './timeline.ts'

/**
 * Adds prospects: without a telephone number, and without a basis for calling until a person records one. The caller
 * has authorised it. Only inside `ctx.tx`.
 * @param source where they were found, as it is shown on the record
 * @returns how many were added; those whose ASIC number the directory has are left as they are
 */
export async function addProspectRecords(
  tx: Ctx,
  prospects: readonly Omit<NewProspect, 'timezone'>[],
  source: string,
): Promise<number> {
  const rows = prospects.map((prospect) => ({
    ...prospect,
    timezone: zoneFor(prospect.region, prospect.postcode),
  }))
  const brokerIds = await insertProspects(tx, rows, source)
  for (const brokerId of brokerIds) {
    await addActivity(tx, {
      ...{ type: 'prospect_added', description: `Added from ${source}` },
      brokerId,
      simulated: false,
    })
  }
  const count = brokerIds.length
  await audit(tx, {
    action: 'broker.prospects_added',
    subjectType: 'broker',
    subjectId: null,
    after: { source, brokers: count },
  })
  if (count > 0) await tx.emit('broker.changed', { brokerIds })
  return count
}
