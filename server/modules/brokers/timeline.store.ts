import { type Insertable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Activities } from '#server/schema.gen.ts'

/** Adds an activity; one of a kind per call, a later telling replaces the words. */
export async function writeActivity(ctx: Ctx, values: Insertable<Activities>): Promise<void> {
  await writeCallActivities(ctx, [values])
}

/** Adds what calls led to; each kind once per call. @param rows at least one, no two of one call and kind */
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

/** Takes back what was told of a call's end before the end was corrected. */
export async function deleteActivities(
  ctx: Ctx,
  told: { callId: number; types: readonly string[] },
): Promise<void> {
  await ctx.db
    .deleteFrom('activities')
    .where('callId', '=', told.callId)
    .where('type', 'in', [...told.types])
    .execute()
}
