import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/**
 * Places in campaigns and decisions of a merged record go on as the kept one's. Where both stood in one campaign the
 * kept one has one place: whoever was reached, or called further, counts, so that nobody is called for two records.
 */
export async function followMerge(ctx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  // the place that is nearer to its end; the kept record's own where they are alike
  await sql`update enrolments kept set
      state = case when further then going.state else kept.state end,
      due_at = greatest(kept.due_at, going.due_at),
      attempts = greatest(kept.attempts, going.attempts),
      ended_reason = case when further then going.ended_reason else kept.ended_reason end,
      reached = kept.reached or going.reached,
      updated_at = ${ctx.now()}
    from (
      select other.*, (other.reached and not own.reached)
        or (other.reached = own.reached and other.state = 'done' and own.state <> 'done') as further, own.id as own_id
      from enrolments other
      join enrolments own on own.campaign_id = other.campaign_id and own.simulated = other.simulated
      where other.broker_id = ${fromId} and own.broker_id = ${intoId}
    ) going
    where kept.id = going.own_id`.execute(ctx.db)
  await sql`delete from enrolments other using enrolments own
    where other.broker_id = ${fromId} and own.broker_id = ${intoId}
      and own.campaign_id = other.campaign_id and own.simulated = other.simulated`.execute(ctx.db)
  await ctx.db.updateTable('enrolments').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await ctx.db.updateTable('callDecisions').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  ctx.changed('campaigns')
}
