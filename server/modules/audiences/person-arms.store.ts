import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** Adds a person's arms to the export of their data. They are deleted with the broker's record. */
export async function exportArms(ctx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const ids = [...person.brokerIds]
  if (ids.length === 0) return
  const rows = await ctx.db
    .selectFrom('campaignArms')
    .selectAll()
    .where('brokerId', '=', anyOf(ids))
    .orderBy('campaignId')
    .execute()
  add({ name: 'campaign_arms', rows })
}

/** A broker who was kept uncalled under either record stays so. */
export async function mergeArms(tx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await sql`update campaign_arms a set arm = 'hold_out' from campaign_arms o
    where a.broker_id = ${intoId} and o.broker_id = ${fromId} and o.campaign_id = a.campaign_id and o.arm = 'hold_out'`.execute(
    tx.db,
  )
  await sql`delete from campaign_arms a where broker_id = ${fromId}
    and exists (select from campaign_arms o where o.broker_id = ${intoId} and o.campaign_id = a.campaign_id)`.execute(
    tx.db,
  )
  await sql`update campaign_arms set broker_id = ${intoId} where broker_id = ${fromId}`.execute(tx.db)
}
