import { type Insertable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Activities } from '#server/schema.gen.ts'

/** Adds an activity; a second one of the same type for a call replaces the description. */
export async function writeActivity(ctx: Ctx, values: Insertable<Activities>): Promise<void> {
  await writeCallActivities(ctx, [values])
}

/** Adds activities of calls, one of each type per call. @param rows at least one, no two of the same call and type */
export async function writeCallActivities(ctx: Ctx, rows: readonly Insertable<Activities>[]): Promise<void> {
  await ctx.db
    .insertInto('activities')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['callId', 'type'])
        .where('callId', 'is not', null)
        .doUpdateSet({ description: sql`excluded.description` }),
    )
    .execute()
  ctx.changed('activities', 'dashboard')
}

/** Adds activities that belong to no call. @param rows at least one */
export async function writeActivities(ctx: Ctx, rows: readonly Insertable<Activities>[]): Promise<void> {
  await ctx.db.insertInto('activities').values(rows).execute()
  ctx.changed('activities', 'dashboard')
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
