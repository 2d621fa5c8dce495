import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Activities } from '#server/schema.gen.ts'

/** Adds an activity; a second one of the same type for a call replaces the description. */
export async function writeActivity(ctx: Ctx, values: Insertable<Activities>): Promise<void> {
  await writeCallActivities(ctx, [values])
}

/** Adds activities of calls, one of each type per call. @param rows at least one, no two of the same call and type */
export async function writeCallActivities(ctx: Ctx, rows: readonly Insertable<Activities>[]): Promise<void> {
  await sql`${insertOf(rows)} on conflict (call_id, type) where call_id is not null
    do update set description = excluded.description`.execute(ctx.db)
}

/** Adds activities that belong to no call. @param rows at least one */
export async function writeActivities(ctx: Ctx, rows: readonly Insertable<Activities>[]): Promise<void> {
  await insertOf(rows).execute(ctx.db)
}

/** One statement, whose text is the same however many there are, so that it stays prepared. */
function insertOf(rows: readonly Insertable<Activities>[]): RawBuilder<unknown> {
  const given = rows.map((row) => ({
    ...{ type: row.type, description: row.description, broker_id: row.brokerId, campaign_id: row.campaignId },
    ...{
      call_id: row.callId,
      simulated: row.simulated,
      simulated_at: row.simulatedAt,
      created_at: row.createdAt,
    },
  }))
  return sql`insert into activities (type, description, broker_id, campaign_id, call_id, simulated, simulated_at, created_at)
    select type, description, broker_id, campaign_id, call_id, coalesce(simulated, false), simulated_at,
      coalesce(created_at, clock_timestamp())
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(type text, description text, broker_id int,
      campaign_id int, call_id int, simulated boolean, simulated_at timestamptz, created_at timestamptz)`
}

/** Deletes activities that a corrected outcome of the call replaces. */
export async function deleteActivities(
  ctx: Ctx,
  activities: { callId: number; types: readonly string[] },
): Promise<void> {
  await ctx.db
    .deleteFrom('activities')
    .where('callId', '=', activities.callId)
    .where('type', 'in', [...activities.types])
    .execute()
}
