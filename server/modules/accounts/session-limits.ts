import type { BodyOf } from '#contract/endpoint.ts'
import type { SessionLimits, updateSessionLimits as updateEndpoint } from '#contract/session-limits.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from './audit.ts'
import { authorise } from './policy.ts'
import { deleteSessionsOver } from './sessions.store.ts'

const fields = ['staffIdleHours', 'staffDays', 'brokerDays'] as const satisfies (keyof SessionLimits)[]

export async function viewSessionLimits(ctx: Ctx): Promise<SessionLimits> {
  return ctx.db.selectFrom('sessionLimits').select(fields).executeTakeFirstOrThrow()
}

/** Changes how long people stay signed in, and ends the sessions that are longer. @throws AppError forbidden */
export async function updateSessionLimits(ctx: Ctx, changes: BodyOf<typeof updateEndpoint>): Promise<void> {
  authorise(ctx, 'session_limits.write')
  await ctx.tx(async (tx) => {
    const before = await tx.db
      .selectFrom('sessionLimits')
      .select(fields)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const changed = changedFields<SessionLimits>(before, changes)
    if (!changed) return
    await tx.db
      .updateTable('sessionLimits')
      .set({ ...changed.after, updatedAt: tx.now() })
      .execute()
    const ended = await deleteSessionsOver(tx)
    await audit(tx, {
      action: 'session_limits.changed',
      subjectType: 'session_limits',
      before: changed.before,
      after: { ...changed.after, sessionsEnded: ended },
    })
    tx.changed('sessions')
  })
}
