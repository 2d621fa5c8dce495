import type {
  SessionLimits,
  updateSessionLimits as updateEndpoint,
} from '#contract/accounts/session-limits.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from './audit.ts'
import { authorise } from './policy.ts'
import { changeSessionLimits, deleteSessionsOver, findSessionLimits } from './sessions.store.ts'

export const viewSessionLimits = (ctx: Ctx): Promise<SessionLimits> => findSessionLimits(ctx)

/** Changes how long people stay signed in, and ends the sessions that are longer. @throws AppError forbidden */
export async function updateSessionLimits(ctx: Ctx, changes: BodyOf<typeof updateEndpoint>): Promise<void> {
  authorise(ctx, 'session_limits.write')
  await ctx.tx(async (tx) => {
    const before = await findSessionLimits(tx, { forUpdate: true })
    const changed = changedFields<SessionLimits>(before, changes)
    if (!changed) return
    await changeSessionLimits(tx, changed.after)
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
