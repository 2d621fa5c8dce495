import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/**
 * Condition on tasks, as `t` with `due_at`, `simulated_at` and `created_at`, that are overdue. A task of a simulated call is
 * due on the simulator's clock; without that clock as much time counts as has passed in reality.
 */
export async function lateTasks(ctx: Ctx): Promise<RawBuilder<SqlBool>> {
  const provider = ctx.providers.voice.active
  const clock = provider?.simulated ? (await provider.clock()).now : null
  const now = ctx.now()
  return sql<SqlBool>`t.due_at < case when t.simulated_at is null then ${now}::timestamptz
    else coalesce(${clock}::timestamptz, t.simulated_at + (${now}::timestamptz - t.created_at)) end`
}
