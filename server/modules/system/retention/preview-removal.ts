import { sql } from 'kysely'
import type { RetentionPeriods, RetentionPreview } from '#contract/system/retention.ts'
import type { Period } from '#contract/system/retention-periods.ts'
import { type RetentionKind, retentionKinds } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'
import { keptKinds, periodStart } from './kept-kinds.ts'
import { savedPeriods } from './periods.views.ts'

/** So few are named by their dates. */
const FEW = 5

/** The data that the next run would remove with these periods. */
export async function previewRemoval(
  ctx: Ctx,
  changes: Partial<RetentionPeriods>,
): Promise<RetentionPreview[]> {
  const periods = { ...(await savedPeriods(ctx)), ...changes }
  const due: RetentionPreview[] = []
  for (const kind of retentionKinds) due.push(await dueOf(ctx, kind, periods[kind]))
  return due
}

async function dueOf(ctx: Ctx, kind: RetentionKind, period: Period): Promise<RetentionPreview> {
  const before = periodStart(period, ctx.now())
  const all = sql.join(
    keptKinds[kind].map((rows) => sql`select at from (${rows.due(before)}) as part`),
    sql` union all `,
  )
  const { rows } = await sql<{ count: number; oldest: Date | null; first: Date[] | null }>`
    select count(*)::int as count, min(at) as oldest, (array_agg(at order by at))[1:${sql.lit(FEW)}] as first
    from (${all}) as due`.execute(ctx.db)
  const { count = 0, oldest = null, first } = rows[0] ?? {}
  return {
    kind,
    count,
    oldest: oldest?.toISOString() ?? null,
    examples: count <= FEW ? (first ?? []).map((at) => at.toISOString()) : [],
  }
}
