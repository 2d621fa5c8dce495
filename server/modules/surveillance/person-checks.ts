import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** Adds checks and reviews to the export of a person's data. They are deleted with the broker's record. */
export async function exportChecks(ctx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const ids = [...person.brokerIds]
  if (ids.length === 0) return
  add({
    name: 'compliance_checks',
    rows: await ctx.db
      .selectFrom('complianceChecks')
      .selectAll()
      .where('brokerId', '=', anyOf(ids))
      .orderBy('id')
      .execute(),
  })
  add({
    name: 'compliance_reviews',
    rows: await ctx.db
      .selectFrom('complianceReviews')
      .selectAll()
      .where('brokerId', '=', anyOf(ids))
      .orderBy('id')
      .execute(),
  })
}
