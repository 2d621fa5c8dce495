import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { findOverdue } from './facts.views.ts'
import { settledReason } from './settled.views.ts'
import { endOpen, openTask } from './store.ts'

/** Opens tasks that become due by time alone, and ends settled ones for which no event arrived. Safe to repeat. */
export async function lookForTasks(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    await endOpen(tx, { among: sql`true`, reason: settledReason })
    for (const task of await findOverdue(tx)) await openTask(tx, task)
  })
}
